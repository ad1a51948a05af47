/**
 * Writes PDFs encrypted with an empty user password, in each of the standard's ways (ISO 32000-1, section 7.6; ISO
 * 32000-2, section 7.6), their objects written directly or in an object stream.
 */
import { createCipheriv, createHash } from "node:crypto"
import { rc4 } from "./samplePdf.ts"

/** An object; for a stream, `body` holds the entries of its dictionary besides the length. */
export interface Body {
  readonly body: string
  readonly stream?: Buffer
  /** Whether the stream isn't encrypted, though the document is. */
  readonly isPlain?: boolean
}

/** The encryption of streams, and the dictionary that describes it. */
export interface Kind {
  readonly dictionary: string
  readonly encrypted: (data: Buffer, object: number) => Buffer
}

/** RC4 with keys of 40 bits (revision 2), or with longer keys (revision 3). */
export const kindOfRc4 = (bits: number, more = "", first: Buffer = id): Kind => {
  const revision = bits === 40 ? 2 : 3
  const key = keyOf(revision, bits / 8, first)
  return {
    dictionary: `/Filter/Standard/V ${revision - 1}/R ${revision}${bits === 40 ? "" : `/Length ${bits}`}${ownerAnd(userOf(revision, key, first))}${more}`,
    encrypted: (data, object) => rc4(keyOfObject(key, object, ""), data),
  }
}

/** Crypt filters by name: RC4, or AES of 128 bits. */
export const kindOfFilter = (method: "AESV2" | "V2", length = ""): Kind => {
  const key = keyOf(4, 16, id)
  return {
    dictionary: `/Filter/Standard/V 4/R 4${length}/CF<</Own<</CFM/${method}/AuthEvent/DocOpen/Length 16>>>>/StmF/Own/StrF/Own${ownerAnd(userOf(4, key, id))}`,
    encrypted: (data, object) =>
      method === "V2"
        ? rc4(keyOfObject(key, object, ""), data)
        : aes(keyOfObject(key, object, "sAlT"), Buffer.alloc(16, object), data),
  }
}

/** AES of 256 bits, by revision 5 or 6. */
export const kindOfAes256 = (revision: 5 | 6): Kind => {
  const hash = revision === 5 ? (salt: Buffer) => hashOf("sha256", salt) : hash6
  const [key, check, salt] = [Buffer.alloc(32, 7), Buffer.alloc(8, 1), Buffer.alloc(8, 2)]
  const user = Buffer.concat([hash(check), check, salt])
  const userKey = aes(hash(salt), Buffer.alloc(16), key, false)
  return {
    dictionary:
      `/Filter/Standard/V 5/R ${revision}/Length 256/CF<</StdCF<</CFM/AESV3/AuthEvent/DocOpen/Length 32>>>>/StmF/StdCF/StrF/StdCF` +
      `/O<${"00".repeat(48)}>/OE<${"00".repeat(32)}>/U<${user.toString("hex")}>/UE<${userKey.toString("hex")}>/P -4/Perms<${"00".repeat(16)}>`,
    encrypted: (data, object) => aes(key, Buffer.alloc(16, object), data),
  }
}

/** A file of these objects; the first is its catalogue, and the encryption dictionary is last. */
export const encryptedPdf = (kind: Kind, objects: ReadonlyArray<Body>, trailer?: string): Uint8Array =>
  fileOf(
    [...objects.map((own, at) => writtenOut(own, at + 1, kind)), `<<${kind.dictionary}>>`],
    trailer ?? `/Encrypt ${objects.length + 1} 0 R/ID[<${id.toString("hex")}>]`,
  )

/** The same, with all objects that have no stream in one encrypted object stream. */
export const packedPdf = (kind: Kind, objects: ReadonlyArray<Body>): Uint8Array => {
  const within = objects.flatMap(({ body, stream }, at) => (stream === undefined ? [{ body, number: at + 1 }] : []))
  let [heads, bodies] = ["", ""]
  for (const { body, number } of within) {
    heads += `${number} ${bodies.length} `
    bodies += `${body} `
  }
  const packed = objects.length + 1
  const holder = {
    body: `/Type/ObjStm/N ${within.length}/First ${heads.length}`,
    stream: Buffer.from(heads + bodies, "latin1"),
  }
  const out = [...objects, holder].map((own, at) => (own.stream === undefined ? "" : writtenOut(own, at + 1, kind)))
  const places = new Map(within.map(({ number }, index) => [number, { packed, index }]))
  return fileOf([...out, `<<${kind.dictionary}>>`], `/Encrypt ${packed + 1} 0 R/ID[<${id.toString("hex")}>]`, places)
}

// --- private --------------------------------------------------------------------------

const writtenOut = ({ body, isPlain, stream }: Body, number: number, kind: Kind): string => {
  if (stream === undefined) return body
  const data = isPlain === true ? stream : kind.encrypted(stream, number)
  return `<<${body}/Length ${data.length}>>\nstream\n${data.toString("latin1")}\nendstream`
}

/** With a cross-reference stream (ISO 32000-1, section 7.5.8), which also lists the packed objects. */
const fileOf = (
  objects: ReadonlyArray<string>,
  trailer: string,
  packed: ReadonlyMap<number, { readonly packed: number; readonly index: number }> = new Map(),
): Uint8Array => {
  let text = "%PDF-1.7\n"
  const rows: Array<ReadonlyArray<number>> = [[0, 0, 0]]
  for (const [at, body] of objects.entries()) {
    const place = packed.get(at + 1)
    rows.push(place === undefined ? [1, text.length, 0] : [2, place.packed, place.index])
    if (place === undefined) text += `${at + 1} 0 obj\n${body}\nendobj\n`
  }
  rows.push([1, text.length, 0])
  const table = Buffer.alloc(rows.length * 7)
  for (const [at, [type = 0, place = 0, index = 0]] of rows.entries()) {
    table.writeUInt8(type, at * 7)
    table.writeUInt32BE(place, at * 7 + 1)
    table.writeUInt16BE(index, at * 7 + 5)
  }
  const start = text.length
  text += `${rows.length - 1} 0 obj\n<</Type/XRef/W[1 4 2]/Size ${rows.length}/Root 1 0 R${trailer}/Length ${table.length}>>\nstream\n${table.toString("latin1")}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text, "latin1"))
}

const id = Buffer.from("00112233445566778899aabbccddeeff", "hex")
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")
const owner = Buffer.alloc(32, 0x5a)

const hashOf = (name: string, ...parts: ReadonlyArray<Buffer>): Buffer =>
  createHash(name).update(Buffer.concat(parts)).digest()

const ownerAnd = (user: Buffer): string => `/O<${owner.toString("hex")}>/U<${user.toString("hex")}>/P -4`

const keyOf = (revision: number, length: number, first: Buffer): Buffer => {
  let hash = hashOf("md5", padding, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), first)
  for (let round = 0; round < (revision >= 3 ? 50 : 0); round++) hash = hashOf("md5", hash.subarray(0, length))
  return hash.subarray(0, length)
}

const userOf = (revision: number, key: Buffer, first: Buffer): Buffer => {
  if (revision === 2) return rc4(key, padding)
  let user = hashOf("md5", padding, first)
  for (let round = 0; round < 20; round++) user = rc4(Buffer.from(key.map((byte) => byte ^ round)), user)
  return Buffer.concat([user, Buffer.alloc(16)])
}

const keyOfObject = (key: Buffer, object: number, salt: string): Buffer =>
  hashOf("md5", key, Buffer.from([object & 0xff, object >> 8, 0, 0, 0]), Buffer.from(salt)).subarray(
    0,
    Math.min(16, key.length + 5),
  )

/** AES in CBC mode; with padding, the initialisation vector precedes the data. */
const aes = (key: Buffer, first: Buffer, data: Buffer, isFilled = true): Buffer => {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, first).setAutoPadding(isFilled)
  return Buffer.concat([isFilled ? first : Buffer.alloc(0), cipher.update(data), cipher.final()])
}

const hash6 = (salt: Buffer): Buffer => {
  let hash = hashOf("sha256", salt)
  for (let [round, last] = [0, 0]; round < 64 || last > round - 32; round++) {
    const data = Buffer.from(hash.toString("latin1").repeat(64), "latin1")
    const encrypted = aes(hash.subarray(0, 16), hash.subarray(16, 32), data, false)
    const rest = Number(BigInt(`0x${encrypted.toString("hex", 0, 16)}`) % 3n)
    hash = hashOf(["sha256", "sha384", "sha512"][rest] ?? "", encrypted)
    last = encrypted.at(-1) ?? 0
  }
  return hash.subarray(0, 32)
}
