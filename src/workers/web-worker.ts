// What a web worker of a pool runs: a lane for the task that the page names.

import { createKernel } from './backends.ts'
import { answerPage } from './web-line.ts'

answerPage((data) => createKernel(data, () => performance.now()))
