// A web worker for tests: a lane on the rotor's kernel, or on one that breaks as the task says. It
// dies without a word, and the loop keeps it from answering before it is gone.

import { breakingKernel } from './breaking-kernel.fixture.ts'
import { answerPage } from './web-line.ts'

const die = () => {
  globalThis.close()
  for (;;);
}

answerPage(() => breakingKernel(die))
