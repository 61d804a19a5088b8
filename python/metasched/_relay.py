"""What the program starts for a scheduler that is a class: passes lines on between the program and the process that has the class."""

import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as ours, ours.makefile("rwb") as lines:
    ours.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines.write(sys.argv[2].encode() + b"\n")
    for line in sys.stdin.buffer:
        lines.write(line)
        lines.flush()
        if line.startswith(b'{"bye"'):
            break
        answer = lines.readline()
        if not answer:
            sys.exit(1)
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
