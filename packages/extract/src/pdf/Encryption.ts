/**
 * Whether a PDF is encrypted, and how streams of it are decrypted that pdf.js opens with an empty password (ISO 32000-1, section
 * 7.6). Which of several trailers, dictionaries and filters holds is pdf.js's to say, so all that a file has are taken.
 */
import { aesDecrypted, hashOf, rc4 } from "./Ciphers.ts"
import { keyOf, type Protection } from "./EncryptionKey.ts"
import type { ObjectId } from "./StreamDictionary.ts"
import { Entries, escapable, hasOddObjects, namedIn, Objects } from "./WrittenObjects.ts"
import type { Value } from "./PdfValues.ts"

/** How streams of an encrypted file may be decrypted. */
export interface Encryption {
  /** Whether no key is known, or there may be one besides: then nothing can be told of streams. */
  readonly isSealed: boolean
  /** All that the data of a stream of one of these objects may be once it is decrypted; `undefined` if that can't be told. */
  readonly decrypted: (data: Buffer, objects: ReadonlyArray<ObjectId>) => ReadonlyArray<Buffer> | undefined
}

/** `undefined` where nothing of a file says that it is encrypted. */
export const encryptionOf = (file: Buffer): Encryption | undefined => {
  const text = file.toString("latin1")
  const named = namedIn(text, nameOf.encrypt)?.filter(mayBeDictionary)
  if (named?.length === 0) return undefined
  const objects = new Objects(text)
  const found =
    named === undefined ? [undefined] : distinct(named, referenceOf).map((value) => dictionariesOf(value, objects))
  const dictionaries = found.flatMap((own) => own ?? [])
  if (dictionaries.length === 0 && !found.includes(undefined)) return undefined
  const isUnclear = found.includes(undefined) || dictionaries.length > mostDictionaries || hasOddObjects(text)
  const ids = isUnclear ? undefined : idsIn(text, objects)
  const ways = ids === undefined ? [] : dictionaries.map((dictionary) => wayOf(dictionary, ids))
  const known = distinct(
    ways.filter((way) => way !== undefined && way !== "unclear"),
    ({ ciphers, key }) => `${key.toString("hex")} ${ciphers.join()}`,
  )
  let left = file.length * mostLooks
  return {
    isSealed: known.length === 0 || ways.includes("unclear"),
    decrypted: (data, owners) =>
      owners.length === 0 || (left -= data.length * known.length * owners.length) < 0
        ? undefined
        : known.flatMap((way) => decryptedBy(way, data, owners)),
  }
}

/** Whether the data of a stream of objects tells how a file is encrypted: nobody writes it there. */
export const saysHowEncrypted = (data: Buffer): boolean => {
  const text = data.toString("latin1")
  return (
    namedIn(text, nameOf.encrypt)?.some(mayBeDictionary) !== false ||
    namedIn(text, nameOf.filter)?.every(isOther) !== true
  )
}

// --- private --------------------------------------------------------------------------

/** Signatures have filters, too. */
const isOther = (value: Value): boolean => value._tag === "name" && value.text !== "Standard"

/** Numbers may be written so that they aren't seen to be a reference. The words of a text about encryption are none. */
const mayBeDictionary = (value: Value): boolean =>
  ["dictionary", "number", "reference"].includes(value._tag) || (value._tag === "word" && /^[+.-]/.test(value.text))

/** Most dictionaries of encryption and identifiers of a file: each pair of them costs some hundred hashes. */
const mostDictionaries = 8
const mostIds = 16

/** How often the bytes of a file are decrypted, on average. */
const mostLooks = 16

/** Names with escapes or without, and what follows them if that may be what is looked for. */
const nameOf = {
  encrypt: new RegExp(`/${escapable("Encrypt")}(?=[\\s\\0<%\\d])`, "gi"),
  id: new RegExp(`/${escapable("ID")}(?=[\\s\\0]*[[%\\d])`, "gi"),
  textId: new RegExp(`/${escapable("ID")}[\\s\\0]*[(<%\\d]`, "i"),
  filter: new RegExp(`/${escapable("Filter")}(?=[\\s\\0/%\\d])`, "gi"),
}

/** Of those that are the same by what tells them apart, the last; those of which nothing does are kept. */
const distinct = <A>(values: ReadonlyArray<A>, by: (value: A) => string | undefined): ReadonlyArray<A> =>
  Array.from(new Map(values.map((value, at) => [by(value) ?? at, value])).values())

const referenceOf = (value: Value): string | undefined =>
  value._tag === "reference" ? String(value.object) : undefined

/** The dictionaries that a value of `Encrypt` may stand for; `undefined` where that can't be told. */
const dictionariesOf = (value: Value, objects: Objects): ReadonlyArray<Entries> | undefined => {
  if (value._tag === "dictionary") return [new Entries(value.entries, objects)]
  if (value._tag !== "reference") return undefined
  const values = objects.at(value.object)
  if (values.length === 0 || values.includes(undefined)) return undefined
  return values.flatMap((own) => (own?._tag === "dictionary" ? [new Entries(own.entries, objects)] : []))
}

/** The first parts of identifiers; `undefined` if there are too many. An identifier may be missing, too. */
const idsIn = (text: string, objects: Objects): ReadonlyArray<Buffer> | undefined => {
  const named = namedIn(text, nameOf.id)
  if (named === undefined) return undefined
  const values = named.flatMap((value) => (value._tag === "reference" ? objects.at(value.object) : [value]))
  const first = values.flatMap((value) => (value?._tag === "array" ? value.items.slice(0, 1) : []))
  const ids = new Set(["", ...first.flatMap((id) => (id._tag === "string" ? [id.bytes.toString("latin1")] : []))])
  const own = Array.from(ids, (id) => Buffer.from(id, "latin1"))
  if (own.length > mostIds) return undefined
  return nameOf.textId.test(text) ? [...own, ...letters] : own
}

/** Of an identifier that is a text, pdf.js takes the first letter. */
const letters = Array.from({ length: 256 }, (_, code) => Buffer.from([code]))

/** How the streams of a file are decrypted: with one key, and by one or more ciphers. */
interface Way {
  readonly key: Buffer
  readonly ciphers: ReadonlyArray<Cipher>
}

type Cipher = "AESV2" | "AESV3" | "V2"

/** `undefined` if it takes a password, or isn't known to pdf.js either. */
const wayOf = (entries: Entries, ids: ReadonlyArray<Buffer>): Way | "unclear" | undefined => {
  const protection = protectionOf(entries)
  const ciphers = ciphersOf(entries)
  if (!entries.isClear) return "unclear"
  if (protection === undefined) return undefined
  for (const id of protection.version === 5 ? ids.slice(0, 1) : ids) {
    const key = keyOf(protection, id)
    if (key !== undefined) return { key, ciphers }
  }
  return undefined
}

const protectionOf = (entries: Entries): Protection | undefined => {
  const [version = 0, revision = 0] = [entries.number("V"), entries.number("R")]
  const [owner, user, userKey] = [entries.string("O"), entries.string("U"), entries.string("UE")]
  const bits = lengthOf(entries, version)
  const isKnown = entries.name("Filter") === "Standard" && [1, 2, 4, 5].includes(version)
  if (!isKnown || owner === undefined || user === undefined || !(bits >= 40 && bits % 8 === 0 && bits <= mostBits))
    return undefined
  return {
    version,
    revision,
    length: bits / 8,
    owner,
    user,
    userKey: userKey ?? Buffer.alloc(0),
    permissions: entries.number("P") ?? 0,
    isMetadataPlain: version < 4 || entries.word("EncryptMetadata") === "false",
  }
}

/** No longer key is computed: pdf.js takes the hash for it, which has 128 bits. */
const mostBits = 4_096

/** In bits. Some write bytes in a filter's dictionary. */
const lengthOf = (entries: Entries, version: number): number => {
  const own = entries.number("Length") ?? 0
  if (own !== 0) return own
  if (version <= 3) return 40
  const filter =
    entries
      .dictionary("CF")
      ?.dictionary(entries.name("StmF") ?? "")
      ?.number("Length") ?? 0
  const bits = filter === 0 ? 128 : filter
  return bits < 40 ? bits * 8 : bits
}

const ciphersOf = (entries: Entries): ReadonlyArray<Cipher> => {
  const version = entries.number("V") ?? 0
  if (version < 4) return ["V2"]
  if (version === 5) return ["AESV3"]
  const names = entries.dictionary("CF")?.namesWithin("CFM") ?? []
  return (["V2", "AESV2", "AESV3"] as const).filter((cipher) => names.includes(cipher))
}

const decryptedBy = ({ ciphers, key }: Way, data: Buffer, owners: ReadonlyArray<ObjectId>): ReadonlyArray<Buffer> =>
  ciphers.flatMap((cipher) => {
    if (cipher === "AESV3") return [aesDecrypted(Buffer.concat([key, Buffer.alloc(32)], 32), data)]
    return owners.map((owner) => {
      const own = keyOfObject(key, owner, cipher === "AESV2")
      return cipher === "AESV2" ? aesDecrypted(own, data) : rc4(own, data)
    })
  })

/** Algorithm 1. */
const keyOfObject = (key: Buffer, { generation, number }: ObjectId, isAes: boolean): Buffer => {
  const bytes = [number, number >> 8, number >> 16, generation, generation >> 8]
  const hash = hashOf("md5", key, Uint8Array.from(bytes), Buffer.from(isAes ? "sAlT" : ""))
  return hash.subarray(0, Math.min(key.length + 5, 16))
}
