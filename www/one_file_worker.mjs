// The script of each worker of metasched.html, behind the bindings of the program (worker_loader.js is the same of the site). Its first
// message is the page's program, compiled. Messages after that are kept until the program listens. A failure is thrown where the page
// hears it.

const early = [];
onmessage = ({ data: program }) => {
  onmessage = (event) => early.push(event);
  pageBindings
    .default({ module_or_path: program })
    .then(() => early.forEach((event) => onmessage(event)))
    .catch((error) => setTimeout(() => { throw error; }));
};
