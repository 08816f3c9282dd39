// SHA-256, the one hash of digests and roots: the same code in a terminal and in a page.

import { sha256 } from '@noble/hashes/sha2.js'

/** Of 32 bytes. */
export type Digest = Uint8Array

export function sha256Of(bytes: Uint8Array): Digest {
  return sha256(bytes)
}

/** Of the text in UTF-8. */
export function sha256OfText(text: string): Digest {
  return sha256(new TextEncoder().encode(text))
}

/** A hash that takes its bytes piece by piece. */
export interface Sha256 {
  update(bytes: Uint8Array): Sha256
  digest(): Digest
}

export function createSha256(): Sha256 {
  return sha256.create()
}

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** The bytes of an even number of lower-case hex digits. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)
  }
  return bytes
}
