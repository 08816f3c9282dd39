// What every module begins with, and the frame of its entry point: a member is taken up, stepped
// while it lives, and put back.

import { STATUS } from '../kernel.ts'
import { type Layout, settingAt, type WgslVariant, WORKGROUP } from './layout.ts'

/** The buffers of a module, and `z`. `data` declares what it reads beside the members, if any. */
export const writeBindings = (data?: string) =>
  [
    '@group(0) @binding(0) var<storage,read> settings:array<u32>;',
    '@group(0) @binding(1) var<storage,read> times:array<u32>;',
    '@group(0) @binding(2) var<storage,read_write> members:array<u32>;',
    data ? `@group(0) @binding(3) var<storage,read> ${data};` : '',
    'var<private> z:u32;',
  ].join('\n')

export const memberWord = (column: number) => `members[${column}u*size+m]`

/** Statements; what they name is declared around them. */
export interface Entry {
  readonly load: string
  readonly save: string
  /** Steps `k` from `first` to `last`; sets `end` where the member ends. */
  readonly loop: string
  /** Absorbs the state after `k` steps. */
  readonly absorb: string
}

/** `advance`: one member `m` of `size`. Its end is absorbed, on whatever step it is. */
export function writeEntry(
  layout: Layout,
  { fingerprint }: WgslVariant,
  { load, save, loop, absorb }: Entry,
): string {
  const ending = `end==${STATUS.escaped}u||(end==${STATUS.stopped}u&&k%${fingerprint}u!=0u)`
  return `
@compute @workgroup_size(${WORKGROUP}) fn advance(@builtin(global_invocation_id) id:vec3u){
z=${settingAt('zero')};
let m=id.x+id.y*${settingAt('across')};
if(m>=${settingAt('count')}){return;}
let size=${settingAt('count')};let first=${settingAt('from')};let last=${settingAt('to')};
if(${memberWord(layout.status)}!=${STATUS.live}u){return;}
${load}
low=${memberWord(layout.hash)};high=${memberWord(layout.hash + 1)};
var k=first;var end=${STATUS.live}u;
${loop}
${fingerprint > 0 ? `if(${ending}){${absorb}}` : ''}
${save}
${memberWord(layout.hash)}=low;${memberWord(layout.hash + 1)}=high;
${memberWord(layout.steps)}=k;${memberWord(layout.status)}=end;
}`
}
