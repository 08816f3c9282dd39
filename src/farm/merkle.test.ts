import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleColumns, WIDTHS } from './columns.fixture.ts'
import { merkleRoot, recordBytes } from './merkle.ts'
import { fromHex, sha256Of, sha256OfText, toHex } from './sha256.ts'

const DIGEST = 'ab'.repeat(32)

test('SHA-256 gives the published vectors', () => {
  // FIPS 180-4 examples, and the well-known hash of nothing.
  const vectors = {
    '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  }
  for (const [text, hash] of Object.entries(vectors)) expect(toHex(sha256OfText(text))).toBe(hash)
  expect(toHex(sha256Of(new Uint8Array(1e6).fill(0x61)))).toBe(
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  )
  expect(toHex(fromHex('00ff10'))).toBe('00ff10')
})

const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** The root as the head of merkle.ts tells a stranger to compute it, level by level. */
function naiveRoot(rollouts: number, salt: bigint): string {
  const records = Array.from({ length: rollouts }, (_, i) => {
    const c = sampleColumns(i, 1, salt)
    const record = Buffer.alloc(21 + 8 * (WIDTHS.values + WIDTHS.curves))
    record.writeBigUInt64LE(BigInt(i), 0)
    record.writeUInt8(c.status[0], 8)
    record.writeUInt32LE(c.steps[0], 9)
    record.writeBigUInt64LE(c.fingerprint[0], 13)
    for (const [j, x] of [...c.values, ...c.curves].entries()) {
      if (Number.isNaN(x)) record.writeBigUInt64LE(0x7ff8000000000000n, 21 + 8 * j)
      else record.writeDoubleLE(x, 21 + 8 * j)
    }
    return record
  })
  let level: Uint8Array[] = []
  for (let i = 0; i < rollouts; i += 256) {
    level.push(hash(Uint8Array.of(0), ...records.slice(i, i + 256)))
  }
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) =>
      2 * i + 1 < level.length
        ? hash(Uint8Array.of(1), level[2 * i], level[2 * i + 1])
        : level[2 * i],
    )
  }
  const count = Buffer.alloc(8)
  count.writeBigUInt64LE(BigInt(rollouts))
  return hash(Uint8Array.of(2), fromHex(DIGEST), count, level[0]).toString('hex')
}

function chunksOf(sizes: readonly number[], salt = 0n) {
  let from = 0
  return sizes.map((size) => {
    from += size
    return sampleColumns(from - size, size, salt)
  })
}

test('the root is what its description says, however the results are chunked', () => {
  for (const rollouts of [1, 255, 256, 257, 1024, 1500]) {
    const root = naiveRoot(rollouts, 3n)
    const split = [1, 300, 256].filter((size) => size < rollouts / 3)
    const rest = rollouts - split.reduce((a, b) => a + b, 0)
    expect(merkleRoot(DIGEST, rollouts, chunksOf([rollouts], 3n)).root).toBe(root)
    expect(merkleRoot(DIGEST, rollouts, chunksOf([...split, rest], 3n)).root).toBe(root)
  }
})

test('any split gives the root of the whole', () => {
  const whole = merkleRoot(DIGEST, 700, chunksOf([700])).root
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 699 })), (cuts) => {
      const ends = [...cuts.sort((a, b) => a - b), 700]
      const sizes = ends.map((end, i) => end - (ends[i - 1] ?? 0))
      expect(merkleRoot(DIGEST, 700, chunksOf(sizes)).root).toBe(whole)
    }),
    { numRuns: 20 },
  )
})

test('every bit of a result, the digest and the count are in the root', () => {
  const root = (change: (c: ReturnType<typeof sampleColumns>) => void) => {
    const columns = sampleColumns(0, 300)
    change(columns)
    return merkleRoot(DIGEST, 300, [columns]).root
  }
  const roots = new Set([
    root(() => {}),
    root((c) => c.status.fill(1, 299)),
    root((c) => c.steps.fill(0, 17, 18)),
    root((c) => c.fingerprint.fill(1n, 256, 257)),
    root((c) => c.values.fill(0, 1, 2)), // -0 before
    root((c) => c.curves.fill(1, 1199)),
    merkleRoot(DIGEST.replace('a', 'b'), 300, [sampleColumns(0, 300)]).root,
    merkleRoot(DIGEST, 299, [sampleColumns(0, 299)]).root,
  ])
  expect(roots.size).toBe(8)
})

test('an index above 2^32 is written whole', () => {
  const record = Buffer.from(
    recordBytes({ ...sampleColumns(0, 1), from: 2 ** 50 + 2 ** 32 + 7 }, 0, 1),
  )
  expect(record.readBigUInt64LE(0)).toBe(2n ** 50n + 2n ** 32n + 7n)
})

test('failed rollouts are counted, and a result with a gap has no root', () => {
  const { counts, failed } = merkleRoot(DIGEST, 14, [sampleColumns(0, 14)])
  expect(counts).toEqual([0, 2, 2, 2, 2, 2, 2, 2])
  expect(failed).toBe(8)
  expect(() => merkleRoot(DIGEST, 14, [sampleColumns(0, 3), sampleColumns(4, 10)])).toThrow(
    'rollout 3 of 14 is missing',
  )
  expect(() => merkleRoot(DIGEST, 14, [])).toThrow('rollout 0 of 14 is missing')
})

test('the root of these results is the one that it was', () => {
  expect(merkleRoot(DIGEST, 700, chunksOf([700])).root).toMatchInlineSnapshot(
    `"48ff8bf9ee93c81ede4038eb7a1620436d3053f1c9e03f7b7a40c38c62446310"`,
  )
})
