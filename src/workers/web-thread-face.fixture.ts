// In the thread: what a web worker finds in its global scope, and then the module that it runs.

import { parentPort, workerData } from 'node:worker_threads'

const scope = new EventTarget()
Object.assign(globalThis, {
  addEventListener: scope.addEventListener.bind(scope),
  postMessage: parentPort?.postMessage.bind(parentPort),
})
await import(workerData)
// Messages wait until the module listens, as those of a browser do.
parentPort?.on('message', (data) => scope.dispatchEvent(new MessageEvent('message', { data })))
