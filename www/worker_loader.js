// The script of each worker. Its first message is the page's program, compiled: nothing is fetched or compiled again. Messages after that
// are kept until the program listens. A failure is thrown where the page hears it, which it would not from a rejected promise. The file's
// name has no hash, so the build id tells the page a loader of another build.

self.METASCHED_BUILD = "%BUILD%";
const bindings = import("./%BINDINGS%");
bindings.catch(() => {});
const early = [];
onmessage = ({ data: program }) => {
  onmessage = (event) => early.push(event);
  bindings
    .then((bindings) => bindings.default({ module_or_path: program }))
    .then(() => early.forEach((event) => onmessage(event)))
    .catch((error) => setTimeout(() => { throw error; }));
};
