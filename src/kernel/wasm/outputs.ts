// The evaluation of a program's outputs for one group of members.

import { Code, I32, V128 } from './code.ts'
import { Register } from './columns.ts'
import { writeFunctions, writeGraph } from './graph.ts'
import { moduleBytes } from './module.ts'
import { HOST } from './ops.ts'
import { type Plan, pushSeed } from './plan.ts'

/** Exports `finish(eight, four, stride)`, which writes the outputs of one group. */
export function finishModule(plan: Plan): Uint8Array {
  const { program, writer, places } = plan
  const { finish } = program
  const c = new Code([I32, I32, I32])
  for (let u = 0; u < plan.registers; u++) {
    const register = new Register(c, program, places, u)
    register.load(finish.nodes)
    register.loadTime()
    const time = c.pop(V128)
    register.loadWord(places.steps)
    const step = c.pop(V128)
    writeGraph(c, finish, writer, (node) => {
      if (node.op === 'time') c.get(time)
      else if (node.op === 'step') c.get(step)
      else if (!register.push(node)) pushSeed(c, plan, node)
    })
    for (const [i, root] of [...finish.roots.entries()].reverse()) {
      const value = c.pop(V128)
      register.storeNumber(places.outputs + i, finish.nodes[root].type, value)
      c.release(value)
    }
  }
  return moduleBytes(
    HOST,
    [...writeFunctions(program, writer), { code: c, result: undefined }],
    ['finish'],
  )
}
