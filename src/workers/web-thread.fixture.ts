// A thread of Node with the face of a web worker, for tests of the web pool without a browser.

import { Worker as Thread, type TransferListItem } from 'node:worker_threads'

const FACE = new URL('./web-thread-face.fixture.ts', import.meta.url)
const TSX = import.meta.resolve('tsx/esm/api')
const BOOT = `import('${TSX}').then(({ register }) => { register(); return import('${FACE}') })`

class WebThread extends EventTarget {
  readonly #thread: Thread

  constructor(entry: URL) {
    super()
    this.#thread = new Thread(BOOT, { eval: true, workerData: entry.href })
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })))
    this.#thread.on('error', ({ message }) =>
      this.dispatchEvent(Object.assign(new Event('error'), { message })),
    )
  }

  postMessage(message: unknown, transfer: TransferListItem[]) {
    this.#thread.postMessage(message, transfer)
  }

  terminate() {
    void this.#thread.terminate()
  }
}

/** A worker that runs the module at `entry`. */
export function createWebThread(entry: URL): Worker {
  return new WebThread(entry) as unknown as Worker
}
