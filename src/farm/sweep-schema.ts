// The shape of a sweep, checked field by field; each fault becomes one line for the user.

import { z } from 'zod'

/** Message of a fault: what was expected at the field, and what stands there. */
function wanted(expected: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined
        ? `missing; expected ${expected}`
        : `expected ${expected}, not ${shown(input)}`,
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return Object.is(value, -0) ? '-0' : String(value)
}

const STEPS_MAX = 2 ** 31 - 1

const number = z.number(wanted('a finite number'))
const whole = (from: number, to: number, expected: string) => {
  const fault = wanted(expected)
  return z.number(fault).int(fault).min(from, fault).max(to, fault)
}
const callable = (expected: string) =>
  z.custom((value) => typeof value === 'function', wanted(expected))
const text = (expected: string) => z.string(wanted(expected)).min(1, wanted(expected))

const ulps = whole(
  -STEPS_MAX,
  STEPS_MAX,
  'a whole number of representable steps, such as 1',
).refine((n) => n !== 0, wanted('a whole number other than 0, such as 1'))
const component = text("the name of a state component, such as 'x'")

const quantities = z.record(
  z.string(),
  z.union([number, z.array(number)], wanted('a number or an array of numbers')),
)
const scene = z.looseObject(
  {
    kind: z.literal('furrow.scene', wanted('a scene made by defineScene({ ... })')),
    name: text('a name'),
    state: quantities,
    params: quantities.optional(),
    velocities: z.array(z.string()).optional(),
    period: z.record(z.string(), number).optional(),
  },
  wanted('a scene, such as lorenz or your own defineScene({ ... })'),
)
const sceneWithBody = scene.refine(
  (scene) =>
    [scene.rates, scene.next, scene.step, scene.create].some((body) => typeof body === 'function'),
  wanted('a scene with a function rates, next or step'),
)

const count = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number of at least 1')
const AXIS = 'an axis: linspace(from, to, count), logspace, range or values([...])'
const axis = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('linspace'), from: number, to: number, count }),
    z.strictObject({ kind: z.literal('logspace'), from: number, to: number, count }),
    z.strictObject({ kind: z.literal('range'), from: number, to: number, step: number }),
    z.strictObject({
      kind: z.literal('values'),
      values: z.array(number, wanted('an array of numbers')).min(1, wanted('at least one value')),
    }),
  ],
  { error: () => `expected ${AXIS}` },
)
const sampler = z.strictObject({
  kind: z.enum(['random', 'latinHypercube', 'sobol']),
  ranges: z.record(
    z.string(),
    z.tuple([number, number], wanted('an interval [from, to]')),
    wanted('an interval [from, to] for each name'),
  ),
  count,
})

const CONDITION = "a component's name or a function such as ({ x }) => x"
/** Each rate takes a tangent vector through every step. */
const EXPONENTS_MAX = 64
const POINTS_MAX = 10_000
const positive = z.number(wanted('a positive number')).positive(wanted('a positive number'))

const measure = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.enum(['last', 'max', 'min', 'mean', 'sum', 'count', 'firstTime']),
      of: z.custom(
        (of) => typeof of === 'function' || (typeof of === 'string' && of !== ''),
        wanted(CONDITION),
      ),
    }),
    z.strictObject({
      kind: z.enum(['divergence', 'seedDivergence']),
      perturb: component,
      ulps,
      stride: whole(1, STEPS_MAX, 'a whole number of steps of at least 1'),
    }),
    z.strictObject({
      kind: z.enum(['lyapunov', 'spectrum']),
      exponents: whole(1, EXPONENTS_MAX, 'a whole number of rates from 1 to 64'),
      every: whole(1, STEPS_MAX, 'a whole number of steps of at least 1').optional(),
      method: z
        .enum(['tangent', 'two-trajectory'], wanted("'tangent' or 'two-trajectory'"))
        .optional(),
      distance: positive.optional(),
      until: z
        .strictObject({ standardError: positive }, wanted('{ standardError: a positive number }'))
        .optional(),
      curve: whole(1, POINTS_MAX, 'a whole number of points from 1 to 10000').optional(),
    }),
  ],
  { error: () => "expected a measure, such as last('x') or max(({ z }) => z)" },
)

const stride = z.strictObject(
  { every: whole(1, STEPS_MAX, 'a whole number of steps of at least 1') },
  wanted('{ every: steps }'),
)

const rollout = z.strictObject(
  {
    steps: whole(0, STEPS_MAX, 'a whole number of steps from 0 to 2147483647'),
    dt: z.number(wanted('a positive number')).positive(wanted('a positive number')).optional(),
    discard: whole(0, STEPS_MAX, 'a whole number of steps of at least 0').optional(),
    ladder: stride.optional(),
    fingerprint: stride.optional(),
  },
  wanted('the settings of a rollout, such as { steps: 1000 }'),
)

const schema = z.strictObject(
  {
    kind: z.literal('furrow.sweep').optional(),
    scene: sceneWithBody,
    // Axes or a sampler: told apart below, so that a fault names the axis it is in.
    axes: z.unknown().optional(),
    rollout,
    replicas: z
      .strictObject(
        {
          count: whole(1, 65536, 'a whole number from 1 to 65536'),
          perturb: component,
          ulps: ulps.optional(),
        },
        wanted('{ count, perturb, ulps }'),
      )
      .optional(),
    measures: z.record(z.string(), measure, wanted('measures by name')).optional(),
    stop: callable('a function such as ({ x }) => x > 1e6').optional(),
    seed: z.union([z.string(), z.number()], wanted('a string or a finite number')).optional(),
    precision: z.enum(['f64', 'f32'], wanted("'f64' or 'f32'")).optional(),
    name: z
      .string(wanted('a string'))
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, wanted('up to 64 letters, digits, dots, _ and -'))
      .optional(),
  },
  wanted('a sweep: an object with scene, axes, rollout and measures'),
)

const axes = z.record(z.string(), axis, wanted('axes by name, or a sampler'))

/** One line for each fault in the shape of a sweep; none when all its fields can be read. */
export function shapeFaults(definition: unknown): string[] {
  const result = schema.safeParse(definition)
  const faults = result.success ? [] : result.error.issues.map((issue) => line(issue, []))
  const given = isRecord(definition) ? definition.axes : undefined
  if (given !== undefined) {
    const single = isRecord(given) && typeof given.kind === 'string'
    const checked = (single ? sampler : axes).safeParse(given)
    if (!checked.success) faults.push(...checked.error.issues.map((issue) => line(issue, ['axes'])))
  }
  return [...new Set(faults)]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function line(issue: z.core.$ZodIssue, prefix: readonly string[]): string {
  const path = [...prefix, ...issue.path]
  // A union reports its `kind`; the user knows the thing that has it.
  if (issue.code === 'invalid_union' && path.at(-1) === 'kind') path.pop()
  const dotted = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  const place = path.length === 0 ? 'sweep' : dotted.join('').replace(/^\./, '')
  if (issue.code === 'unrecognized_keys')
    return `${place}: unknown setting ${issue.keys.map((key) => `'${key}'`).join(', ')}; remove it`
  return `${place}: ${issue.message}`
}
