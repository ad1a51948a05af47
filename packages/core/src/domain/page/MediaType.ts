/**
 * Media types: the type in a Content-Type header, the document formats that can be read, and the signs of both in a
 * document's first bytes.
 */

/** A document format, as far as a transport needs to know it. */
export interface Format {
  /**
   * In lower case, the usual one first; `application/*+json` stands for every type with that suffix (RFC 6838 section
   * 4.2.8).
   */
  readonly mediaTypes: ReadonlyArray<string>
  /** File name extensions, in lower case and without the dot. */
  readonly extensions: ReadonlyArray<string>
  /** The weight in the Accept header, from 0.001 to 1 (RFC 9110 section 12.4.2). */
  readonly weight: number
  /** Whether the bytes are not text. */
  readonly isBinary: boolean
  /** The magic bytes of the format, one character per byte. They take precedence over the declared type. */
  readonly magicBytes?: string
  /**
   * The number of first bytes in which the magic bytes may start, for a document without a declared type. Default: 1.
   */
  readonly magicBytesWithin?: number
  /** Whether a document without a declared type has this format; `start` is its beginning as text. */
  readonly sniff?: (start: string) => boolean
  /** Whether the format also reads a type that no format lists. Such types aren't in the Accept header. */
  readonly readsType?: (type: string) => boolean
}

/** The formats of an extractor that lists none: HTML, Markdown and plain text. */
export const basicFormats: ReadonlyArray<Format> = [
  { mediaTypes: ["text/markdown"], extensions: ["md"], weight: 1, isBinary: false },
  {
    mediaTypes: ["text/html", "application/xhtml+xml"],
    extensions: ["html", "htm", "xhtml"],
    weight: 0.9,
    isBinary: false,
  },
  { mediaTypes: ["text/plain"], extensions: ["txt"], weight: 0.8, isBinary: false },
]

/**
 * The Content-Type that counts, with its parameters: the last valid one in a list (Fetch Standard, "extract a MIME
 * type"). Without a charset of its own it gives way to an earlier one of the same type that has one. Empty if none is
 * valid, or if it says that the type is unknown: then the document's beginning decides.
 */
export const declaredIn = (header: string | undefined): string => {
  if (header === undefined) return ""
  let [declared, declaredType] = ["", ""]
  for (const value of valuesOf(header)) {
    const type = typeIn(value)
    if (type === "" || (type === declaredType && !charset.test(value))) continue
    declared = value
    declaredType = type
  }
  return isUnknown(declaredType) ? "" : declared
}

/**
 * The type in a Content-Type header, without parameters and in lower case: `text/html` for `Text/HTML; charset=x`.
 * Empty where {@link declaredIn} is.
 */
export const essence = (header: string | undefined): string => typeIn(declaredIn(header))

/** The format of a media type, which is an {@link essence}. */
export const formatOf = <A extends Format>(type: string, formats: ReadonlyArray<A>): A | undefined =>
  formats.find(({ mediaTypes }) => mediaTypes.includes(type)) ??
  formats.find(({ mediaTypes }) => mediaTypes.some((pattern) => isOfSuffix(type, pattern))) ??
  formats.find(({ readsType }) => readsType?.(type) === true)

/** The format with whose magic bytes a document begins. */
export const formatByMagicBytes = <A extends Format>(bytes: Uint8Array, formats: ReadonlyArray<A>): A | undefined =>
  formats.find(({ magicBytes }) => magicBytes !== undefined && beginsWith(bytes, magicBytes))

/** The extension of a file name, in lower case and without the dot. */
export const extensionOf = (name: string): string | undefined => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()

/** The first media type of the format with this file name's extension; empty if there is none. */
export const ofFileName = (name: string, formats: ReadonlyArray<Format>): string => {
  const extension = extensionOf(name)
  if (extension === undefined) return ""
  return formats.find(({ extensions }) => extensions.includes(extension))?.mediaTypes[0] ?? ""
}

/** The order of the bytes in a pair. */
export type Utf16Order = "utf-16le" | "utf-16be"

/**
 * The byte order of UTF-16 text without a byte order mark or a declared charset; `undefined` for other bytes. Checks
 * the first 2,048 bytes.
 *
 * A large part of such a page is ASCII, if only its markup: every second byte of that is zero, always on the same side.
 * A binary file has zeros anywhere, or control characters.
 */
export const utf16OrderOf = (bytes: Uint8Array): Utf16Order | undefined => {
  // A search for a byte is much faster than a loop over pairs, and most pages are text without zeros.
  if (!bytes.subarray(0, 2 * maxPairs).includes(0)) return undefined
  if (isText(bytes, 1)) return "utf-16le"
  return isText(bytes, 0) ? "utf-16be" : undefined
}

// --- private --------------------------------------------------------------------------

/** The values of a header, at the commas outside quotes. */
const valuesOf = (header: string): ReadonlyArray<string> => {
  if (!header.includes(",")) return [header]
  const values: Array<string> = []
  let [value, isQuoted] = ["", false]
  for (const piece of header.split(",")) {
    value = isQuoted ? `${value},${piece}` : piece
    if (piece.split('"').length % 2 === 0) isQuoted = !isQuoted
    if (!isQuoted) values.push(value)
  }
  return isQuoted ? [...values, value] : values
}

/** The type of one value, in lower case; empty if it isn't valid (MIME Sniffing Standard, section 4.4). */
const typeIn = (value: string): string => {
  const type = value.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return validType.test(type) && type !== "*/*" ? type : ""
}

const validType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

const charset = /;\s*charset\s*=/i

/** Whether a type stands for none: such as `unknown/unknown`, or one whose first part isn't registered with IANA. */
const isUnknown = (type: string): boolean =>
  type === "application/unknown" || !registered.has(type.split("/", 1)[0] ?? "")

/** The top-level types (RFC 6838 section 4.2 and its successors), and that of `binary/octet-stream`. */
const registered: ReadonlySet<string> = new Set([
  "application",
  "audio",
  "binary",
  "font",
  "haptics",
  "image",
  "message",
  "model",
  "multipart",
  "text",
  "video",
])

const beginsWith = (bytes: Uint8Array, magicBytes: string): boolean => {
  for (let at = 0; at < magicBytes.length; at++) if (bytes[at] !== magicBytes.charCodeAt(at)) return false
  return true
}

const isOfSuffix = (type: string, pattern: string): boolean => {
  const [before, after, ...more] = pattern.split("*")
  if (before === undefined || after === undefined || more.length > 0) return false
  return type.length > before.length + after.length && type.startsWith(before) && type.endsWith(after)
}

/** Maximum number of byte pairs to check. */
const maxPairs = 1_024

/** Minimum number of byte pairs for an answer. */
const minPairs = 8

/**
 * Whether the pairs are text if the byte at `high` is the upper one: at least a quarter is ASCII, none is a control
 * character, and most of the others aren't two ASCII letters each, as in plain text that contains zeros.
 */
const isText = (bytes: Uint8Array, high: 0 | 1): boolean => {
  const pairs = Math.min(bytes.length >> 1, maxPairs)
  if (pairs < minPairs) return false
  let [ascii, wide, letters] = [0, 0, 0]
  for (let pair = 0; pair < pairs; pair++) {
    const upper = bytes[pair * 2 + high] ?? 0
    const lower = bytes[pair * 2 + 1 - high] ?? 0
    if (upper !== 0) {
      wide++
      if (isLetter(upper) && isLetter(lower)) letters++
      continue
    }
    if (isControl(lower)) return false
    if (lower < 0x80) ascii++
  }
  return ascii * 4 >= pairs && letters * 4 <= wide * 3
}

const isLetter = (code: number): boolean => code >= 0x20 && code < 0x7f

/** Control characters except tab, line feed, form feed and carriage return. */
const isControl = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d) || (code >= 0x7f && code < 0xa0)
