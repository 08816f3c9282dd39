// What the scene language leaves out, and what to write instead.

const REPRODUCIBLE = 'a rollout must be reproducible'
const NOISE = `${REPRODUCIBLE}; take \`noise.uniform()\` (in \`step\` and \`next\`)`
const TIME = `${REPRODUCIBLE}; take the time \`t\``
const LOOP = 'write a `for` loop with a fixed bound'
const UNBOUNDED = `its length is not known when the scene is compiled; ${LOOP} and \`break\``
const NUMBERS = 'a scene computes with numbers, booleans, arrays and plain objects'

/** By the type of the syntax node. */
export const SYNTAX: Readonly<Record<string, string>> = {
  WhileStatement: `\`while\`: ${UNBOUNDED}`,
  DoWhileStatement: `\`do\`: ${UNBOUNDED}`,
  ForInStatement: '`for ... in`: write out the entries by name',
  ForOfStatement: '`for ... of`: write `for (let i = 0; i < a.length; i++)`',
  SwitchStatement: '`switch`: write `if` and `else`',
  TryStatement: '`try`: nothing in a scene throws; leave it out',
  ThrowStatement: '`throw`: return a state, and let `stop` end the rollout',
  LabeledStatement: 'a label: put the inner loop into a function and `return` from it',
  DebuggerStatement: '`debugger`: leave it out',
  WithStatement: '`with`: leave it out',
  ClassDeclaration: `\`class\`: ${NUMBERS}`,
  ClassExpression: `\`class\`: ${NUMBERS}`,
  AwaitExpression: '`await`: a scene computes one step at once',
  YieldExpression: '`yield`: a scene computes one step at once',
  NewExpression: `\`new\`: ${NUMBERS}`,
  TemplateLiteral: `a string: ${NUMBERS}`,
  TaggedTemplateExpression: `a string: ${NUMBERS}`,
  ThisExpression: '`this`: take what the function needs as an argument',
  Super: '`super`: take what the function needs as an argument',
  ChainExpression: '`?.`: every entry exists in a scene; write `.`',
  ImportExpression: '`import()`: pass the function in `use`',
  MetaProperty: 'a meta property: leave it out',
  SpreadElement: '`...`: copy an array by `a.slice()`, and write out the entries of an object',
  RestElement: '`...`: name every entry',
  AssignmentPattern: 'a default value: give the value where the function is called, or in `params`',
}

/** By operator. */
export const OPERATORS: Readonly<Record<string, string>> = {
  typeof: '`typeof`: the types of a scene are known; leave it out',
  delete: '`delete`: an entry of a scene stays',
  void: '`undefined`: give a number',
  in: '`in`: the entries of a scene are known; leave it out',
  instanceof: '`instanceof`: the types of a scene are known; leave it out',
  '??': '`??`: every entry exists in a scene; leave it out',
  '??=': '`??=`: every entry exists in a scene; write `=`',
}

/** By name, for what is free in the text. */
export const GLOBALS: Readonly<Record<string, string>> = {
  undefined: '`undefined`: give a number',
  arguments: '`arguments`: name the parameters',
  Date: `\`Date\`: ${TIME}`,
  performance: `\`performance\`: ${TIME}`,
  crypto: `\`crypto\`: ${NOISE}`,
  console: '`console`: a scene prints nothing; measure the value, or use `furrow trace`',
  process: `\`process\`: ${REPRODUCIBLE}; make it a parameter`,
  globalThis: `\`globalThis\`: ${REPRODUCIBLE}; pass what is needed in \`use\``,
  window: `\`window\`: ${REPRODUCIBLE}; pass what is needed in \`use\``,
  isNaN: '`isNaN`: write `x !== x`',
  isFinite: '`isFinite`: write `Math.abs(x) < Infinity`',
  parseInt: '`parseInt`: write `Math.trunc(x)` or `x | 0`',
  parseFloat: `\`parseFloat\`: ${NUMBERS}`,
  BigInt: `\`BigInt\`: ${NUMBERS}`,
  String: `\`String\`: ${NUMBERS}`,
  Number: '`Number`: write the number alone',
  Boolean: '`Boolean`: write `x !== 0`',
  Symbol: `\`Symbol\`: ${NUMBERS}`,
  Object: `\`Object\`: ${NUMBERS}`,
  Array: '`Array`: write `[]` and set `a[i]` in a `for` loop',
  Float64Array: '`Float64Array`: write `[]` and set `a[i]` in a `for` loop',
  Float32Array: '`Float32Array`: write `[]` and set `a[i]` in a `for` loop',
  JSON: `\`JSON\`: ${NUMBERS}`,
  Map: `\`Map\`: ${NUMBERS}`,
  Set: `\`Set\`: ${NUMBERS}`,
  Promise: '`Promise`: a scene computes one step at once',
  fetch: '`fetch`: a scene computes one step at once; load data before the sweep',
  require: '`require`: pass the function in `use`',
  eval: '`eval`: pass the function in `use`',
}

/** By name and member. */
export const MEMBERS: Readonly<Record<string, string>> = {
  'Math.random': `Math.random: ${NOISE}`,
  'Date.now': `Date.now: ${TIME}`,
  'performance.now': `performance.now: ${TIME}`,
  'Number.isNaN': 'Number.isNaN: write `x !== x`',
  'Number.isFinite': 'Number.isFinite: write `Math.abs(x) < Infinity`',
  'Number.isInteger': 'Number.isInteger: write `Math.trunc(x) === x`',
}

/** By the name of a method of an array. */
export function methodMessage(name: string): string {
  const instead: Readonly<Record<string, string>> = {
    push: 'write `a[i] = ...` for the next `i`',
    pop: 'use a variable that counts',
    fill: 'set `a[i]` in a `for` loop',
    concat: 'set `a[i]` in a `for` loop',
    toString: NUMBERS,
  }
  return `\`.${name}\`: ${instead[name] ?? LOOP}`
}

/** A function of Math that this library has no portable version of. */
export function unknownMath(name: string, known: readonly string[]): string {
  return `Math.${name}: there is no portable version of it; there are ${known.join(', ')}`
}

export function unknownName(name: string): string {
  const mend = `pass it in \`use: { ${name} }\` or make it a parameter`
  return `\`${name}\` is not known inside the scene: ${mend}`
}
