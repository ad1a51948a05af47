/**
 * The key of a PDF that is encrypted with an empty user password (ISO 32000-1, section 7.6.3; ISO 32000-2, section 7.6.4): the one
 * password that pdf.js tries without being told. Computed as pdf.js does where the standard leaves it open.
 */
import { aesDecrypted, aesEncrypted, hashOf, rc4 } from "./Ciphers.ts"

/** What a dictionary of encryption says, with nothing but values in it. */
export interface Protection {
  /** `V` and `R`. */
  readonly version: number
  readonly revision: number
  /** In bytes. */
  readonly length: number
  /** `O`, `U` and `UE`. */
  readonly owner: Buffer
  readonly user: Buffer
  readonly userKey: Buffer
  /** `P`. */
  readonly permissions: number
  readonly isMetadataPlain: boolean
}

/** `undefined` if the document takes another password. `id` is the first part of its identifier. */
export const keyOf = (protection: Protection, id: Buffer): Buffer | undefined =>
  protection.version === 5 ? keyOf5(protection) : keyOf4(protection, id)

// --- private --------------------------------------------------------------------------

/** What passwords are filled up with: all of an empty one. */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")

/** Algorithm 2, and 4 or 5 and 6 to tell whether that is the password. */
const keyOf4 = (protection: Protection, id: Buffer): Buffer | undefined => {
  const { isMetadataPlain, length, owner, permissions, revision, user, version } = protection
  const bits = Buffer.alloc(4)
  bits.writeInt32LE(permissions | 0)
  const mark = revision >= 4 && isMetadataPlain ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let hash = hashOf("md5", padding, owner.subarray(0, 32), bits, id, mark)
  // Of a key that is longer than the hash the rest is zeros.
  const part = (): Buffer => Buffer.concat([hash, Buffer.alloc(length)], length)
  if (revision >= 3) for (let round = 0; round < 50; round++) hash = hashOf("md5", part())
  const key = hash.subarray(0, length)
  let proof = rc4(key, revision >= 3 ? hashOf("md5", padding, id) : padding)
  if (revision >= 3)
    for (let round = 1; round < 20; round++)
      proof = rc4(
        key.map((byte) => byte ^ round),
        proof,
      )
  if (!user.subarray(0, proof.length).equals(proof)) return undefined
  return version === 4 ? Buffer.concat([key, Buffer.alloc(16)], Math.max(16, key.length)) : key
}

/** Algorithm 2.A. */
const keyOf5 = ({ revision, user, userKey }: Protection): Buffer | undefined => {
  const hash = revision === 6 ? hashOf6 : (data: Buffer) => hashOf("sha256", data)
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined
  const key = aesDecrypted(hash(user.subarray(40, 48)), userKey, Buffer.alloc(16))
  return Buffer.concat([key, Buffer.alloc(32)], 32)
}

/** Algorithm 2.B. */
const hashOf6 = (data: Buffer): Buffer => {
  let hash = hashOf("sha256", data)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const key = hash.subarray(0, 32)
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => hash))
    const encrypted = aesEncrypted(key.subarray(0, 16), key.subarray(16, 32), repeated)
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    hash = hashOf(rest === 0 ? "sha256" : rest === 1 ? "sha384" : "sha512", encrypted)
    last = encrypted.at(-1) ?? 0
  }
  return hash.subarray(0, 32)
}
