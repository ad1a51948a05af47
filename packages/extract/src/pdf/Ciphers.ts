/**
 * The ciphers of encrypted PDFs (ISO 32000-1, section 7.6; ISO 32000-2, section 7.6): RC4, which OpenSSL has no more, and AES in
 * blocks that are chained. What isn't whole blocks is left out, and nothing is made of what is filled up with: pdf.js does as much.
 */
import { createCipheriv, createDecipheriv, createHash } from "node:crypto"

/** RC4, which decrypts as it encrypts. */
export const rc4 = (key: Uint8Array, data: Uint8Array): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  for (let at = 0, other = 0; at < 256; at++) {
    const kept = state[at] ?? 0
    other = (other + kept + (key[at % key.length] ?? 0)) & 0xff
    state[at] = state[other] ?? 0
    state[other] = kept
  }
  const out = Buffer.alloc(data.length)
  for (let at = 0, one = 0, other = 0; at < data.length; at++) {
    one = (one + 1) & 0xff
    const kept = state[one] ?? 0
    other = (other + kept) & 0xff
    const swapped = state[other] ?? 0
    state[one] = swapped
    state[other] = kept
    out[at] = (data[at] ?? 0) ^ (state[(kept + swapped) & 0xff] ?? 0)
  }
  return out
}

/** AES whose first block is what the chain begins with, unless that is told. Keys are of 16 or 32 bytes. */
export const aesDecrypted = (key: Buffer, data: Buffer, first?: Buffer): Buffer => {
  const begin = first ?? data.subarray(0, 16)
  const blocks = first === undefined ? data.subarray(16) : data
  if (begin.length < 16) return Buffer.alloc(0)
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, begin).setAutoPadding(false)
  return cipher.update(blocks.subarray(0, blocks.length - (blocks.length % 16)))
}

/** AES of whole blocks. */
export const aesEncrypted = (key: Buffer, first: Buffer, data: Buffer): Buffer =>
  createCipheriv(`aes-${key.length * 8}-cbc`, key, first)
    .setAutoPadding(false)
    .update(data)

/** A hash of parts that follow one another. */
export const hashOf = (name: "md5" | "sha256" | "sha384" | "sha512", ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
