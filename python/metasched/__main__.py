"""`python -m metasched`: the program itself, where its folder is not on PATH."""

import os
import subprocess
import sys

from ._program import program

command = [program(), *sys.argv[1:]]
if os.name == "posix":
    os.execv(command[0], command)
sys.exit(subprocess.call(command))
