// The 64-bit seed of a sweep, from whatever the user wrote.

/** A 64-bit seed as two unsigned 32-bit words: the key of every random stream. */
export type SeedWords = readonly [low: number, high: number]

/**
 * FNV-1a 64 of the UTF-8 text, low word first. A number stands for its shortest decimal text, so 42
 * and '42' are one seed. A lone surrogate is read as U+FFFD.
 *
 * Throws a RangeError for NaN and the infinities.
 */
export function seedWords(seed: string | number): SeedWords {
  if (typeof seed === 'number' && !Number.isFinite(seed))
    throw new RangeError(`seed: ${seed} is not a seed; give a finite number or a string`)
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(String(seed)))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return [Number(hash & 0xffffffffn), Number(hash >> 32n)]
}
