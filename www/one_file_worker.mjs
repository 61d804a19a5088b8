// What a worker of metasched.html runs, behind the bindings of its program (worker_loader.js is the same of the site). The first
// message is the program: the page's, compiled, or that of workers that read logs, as the page has it. Messages after that are
// kept until the program listens. A failure is thrown where the page hears it.

import { unpacked } from "./unpacked.mjs";

const early = [];
onmessage = ({ data }) => {
  onmessage = (event) => early.push(event);
  const program = typeof data === "string" ? unpacked(data, "application/wasm") : data;
  pageBindings
    .default({ module_or_path: program })
    // The page tells a worker that reads logs to fetch its program, which it has.
    .then(() => early.forEach((event) => event.data !== null && onmessage(event)))
    .catch((error) => setTimeout(() => { throw error; }));
};
