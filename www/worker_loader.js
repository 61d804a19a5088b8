// What a worker runs. Its first message is the page's program, compiled: nothing is fetched or compiled again. A worker that
// reads logs is of a program of its own, which it fetches. The messages after that are kept until the program listens. A
// failure is thrown where the page hears it, which it would not from a rejected promise. The file's name has no hash, so the
// build id tells the page a loader of another build.

self.METASCHED_BUILD = "%BUILD%";
// (Its name says which it is: a file that the service worker has stored has no query.)
const readsLogs = self.name === "logs";
const bindings = readsLogs ? import("./%LOG BINDINGS%?build=%BUILD%") : import("./%BINDINGS%");
bindings.catch(() => {});
const early = [];
onmessage = ({ data }) => {
  onmessage = (event) => early.push(event);
  const program = readsLogs ? new URL("./%LOG PROGRAM%?build=%BUILD%", self.location) : data;
  bindings
    .then((bindings) => bindings.default({ module_or_path: program }))
    .then(() => early.forEach((event) => onmessage(event)))
    .catch((error) => setTimeout(() => { throw error; }));
};
