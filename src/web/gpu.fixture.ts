// A page for tests: asks a web worker for the roots of sweeps on the GPU that it opens itself.

import type { SweepName } from '../gpu/roots.fixture.ts'

function rootInWorker(name: SweepName): Promise<string> {
  // One expression, so that Vite sees the worker and bundles it.
  const worker = new Worker(new URL('./gpu-worker.fixture.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  worker.postMessage(name)
  return answer.finally(() => worker.terminate())
}

Object.assign(globalThis, { rootInWorker })
