// One step of a group, outside of the loop: register after register by the same code, which is
// soon written and compiled. And what it shares with the loop.

import { ownComponents, type Program } from '../ir.ts'
import { Code, F64, I32, V128, type ValueType } from './code.ts'
import { ENTRY, Register } from './columns.ts'
import { type Input, writeGraph } from './graph.ts'
import { LEFT } from './groups.ts'
import { constant, laneCount, settle } from './ops.ts'
import { type Plan, pushSeed } from './plan.ts'

/** Parameters of all these functions, after the addresses of the group; the address of twins. */
export const STEP = 3
export const TO = 4
export const TIME = 5
export const TWINS = 6

/**
 * The function `one`: a register of members whose state is at `twins` and all else at `eight` and
 * `four`; for the references of a group these are the same. It takes `(eight, four, stride, from,
 * to, time, twins)` and gives what is not 0 where a state may not be finite.
 */
export function writeOne(plan: Plan): Code {
  const { program, places, writer } = plan
  const { next, state } = program
  const c = new Code([I32, I32, I32, I32, I32, F64, I32])
  const reference = new Register(c, program, places, 0)
  const register = new Register(c, program, places, 0, { reference, eight: TWINS })
  const inputs = next.nodes.filter(({ args }) => args.length === 0)
  const states = state.map((_, value) => ({ op: 'state', type: 'float', args: [], value }) as const)
  reference.load(inputs.filter(({ op }) => op !== 'state'))
  register.load(states)
  writeGraph(c, next, writer, inputOf(c, plan, register))
  for (let i = state.length - 1; i >= 0; i--) c.set(register.variable('state', i))
  for (const i of state.keys()) {
    register.storeNumber(places.state + i, 'float', register.variable('state', i))
  }
  askEscape(c, program, [register])
  return c
}

/** The function `first`, of the same parameters as the loop, which calls `one`. */
export function writeFirst(plan: Plan, params: readonly ValueType[], one: number): Code {
  const { program, registers } = plan
  const c = new Code(params)
  const lanes = laneCount(program.precision)
  const forward = (variable: number, bytes: number) => {
    c.get(variable)
    c.i32(bytes)
    c.op('i32.add')
  }
  const states = params.length > TWINS ? [ENTRY.eight, TWINS] : [ENTRY.eight]
  for (const [kind, address] of states.entries()) {
    for (let u = 0; u < registers; u++) {
      forward(ENTRY.eight, 8 * lanes * u)
      forward(ENTRY.four, 4 * lanes * u)
      c.get(ENTRY.stride, STEP, TO, TIME)
      forward(address, 8 * lanes * u)
      c.call(one)
      if (kind + u > 0) c.op('i32.or')
    }
  }
  tick(c, program)
  leavePlace(c)
  return c
}

/** Gives the inputs of a graph that a register runs. */
export function inputOf(c: Code, plan: Plan, register: Register): Input {
  return (node) => {
    if (node.op === 'step') {
      c.get(STEP)
      c.op('i32x4.splat')
    } else if (node.op === 'time') {
      c.get(TIME)
      if (plan.program.precision === 'f64') c.op('f64x2.splat')
      else {
        c.op('f32.demote_f64', 'f32x4.splat')
        settle(c)
      }
    } else if (!register.push(node)) pushSeed(c, plan, node)
  }
}

export function tick(c: Code, { dt }: Program): void {
  c.get(STEP)
  c.i32(1)
  c.op('i32.add')
  c.set(STEP)
  c.get(TIME)
  c.f64(dt)
  c.op('f64.add')
  c.set(TIME)
}

/** Writes down for the host where the group stands. */
export function leavePlace(c: Code): void {
  c.i32(0)
  c.get(STEP)
  c.memory('i32.store', LEFT.step)
  c.i32(0)
  c.get(TIME)
  c.memory('f64.store', LEFT.time)
}

/**
 * Leaves 0 on the stack unless a component is not finite, or so large that a sum is not: the host
 * looks closer then.
 */
export function askEscape(c: Code, program: Program, registers: readonly Register[]): void {
  const { precision } = program
  const own = ownComponents(program)
  const shape = precision === 'f64' ? 'f64x2' : 'f32x4'
  for (const [u, register] of registers.entries()) {
    if (own === 0) constant(c, precision, 'float', 0)
    for (let i = 0; i < own; i++) {
      c.get(register.variable('state', i))
      if (i > 0) c.op(`${shape}.add`)
    }
    const sum = c.pop(V128)
    c.get(sum, sum)
    c.op(`${shape}.sub`)
    if (u > 0) c.op('v128.or')
    c.release(sum)
  }
  c.op('v128.any_true')
}
