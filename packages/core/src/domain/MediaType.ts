/** Media types: the type in a Content-Type header, and the document formats that can be read. */

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
}

/** The formats of a reader that lists none: HTML, Markdown and plain text. */
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

/** The type in a Content-Type header, without parameters and in lower case: `text/html` for `Text/HTML; charset=x`. */
export const essence = (header: string | undefined): string =>
  (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""

/** The format of a media type, which is an {@link essence}. */
export const formatOf = <A extends Format>(type: string, formats: ReadonlyArray<A>): A | undefined =>
  formats.find(({ mediaTypes }) => mediaTypes.includes(type)) ??
  formats.find(({ mediaTypes }) => mediaTypes.some((pattern) => isOfSuffix(type, pattern)))

/** The format with whose magic bytes a document begins. */
export const formatByMagicBytes = <A extends Format>(bytes: Uint8Array, formats: ReadonlyArray<A>): A | undefined =>
  formats.find(({ magicBytes }) => magicBytes !== undefined && beginsWith(bytes, magicBytes))

/** Whether a type only says that a file is to be saved, whatever it holds. */
export const isOfAnyFile = (type: string): boolean => anyFile.has(type)

/**
 * The format whose magic bytes are near the document's beginning (`magicBytesWithin`); for a document without a
 * declared type.
 */
export const formatByOffsetMagicBytes = <A extends Format>(
  bytes: Uint8Array,
  formats: ReadonlyArray<A>,
): A | undefined =>
  formats.find(({ magicBytes, magicBytesWithin = 1 }) => {
    if (magicBytes === undefined) return false
    for (let at = 0; at < Math.min(magicBytesWithin, bytes.length); at++)
      if (beginsWith(bytes, magicBytes, at)) return true
    return false
  })

/** The first media type of the format with this file name's extension; empty if there is none. */
export const ofFileName = (name: string, formats: ReadonlyArray<Format>): string => {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return ""
  return formats.find(({ extensions }) => extensions.includes(extension))?.mediaTypes[0] ?? ""
}

/** The Accept header for every type of the formats, the highest weight first (RFC 9110 section 12.5.1). */
export const acceptOf = (formats: ReadonlyArray<Format>): string =>
  formats
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ mediaTypes, weight }) =>
      mediaTypes.filter((type) => !type.includes("*")).map((type) => (weight === 1 ? type : `${type};q=${weight}`)),
    )
    .join(", ")

// --- private --------------------------------------------------------------------------

const anyFile: ReadonlySet<string> = new Set([
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
])

const beginsWith = (bytes: Uint8Array, magicBytes: string, from = 0): boolean => {
  for (let at = 0; at < magicBytes.length; at++) if (bytes[from + at] !== magicBytes.charCodeAt(at)) return false
  return true
}

const isOfSuffix = (type: string, pattern: string): boolean => {
  const [before, after, ...more] = pattern.split("*")
  if (before === undefined || after === undefined || more.length > 0) return false
  return type.length > before.length + after.length && type.startsWith(before) && type.endsWith(after)
}
