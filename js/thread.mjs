// What a worker finds around it in a browser, for the built site's program in a thread of Node.

import { parentPort, workerData } from "node:worker_threads";

globalThis.self = globalThis;
globalThis.location = new URL(workerData);
globalThis.onmessage = null;
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
await import(workerData);
// Messages wait until they are listened to.
parentPort.on("message", (data) => globalThis.onmessage({ data }));
