// A web worker for tests: a lane on the rotor's kernel, or on one that breaks as the task says.

import { breakingKernel } from './breaking-kernel.fixture.ts'
import { answerPage } from './web-line.ts'

/** Without a last word: what a call found before its worker is gone would still arrive. */
const die = () => {
  globalThis.postMessage = () => {}
  globalThis.close()
}

const createKernel = breakingKernel(die)

answerPage(({ task }) => createKernel(task))
