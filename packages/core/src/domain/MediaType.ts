/** Media types: what a Content-Type header names, and which kinds of documents can be read. */

/** A kind of document that a reader reads. */
export interface Format {
  /** Its media types, in lower case; `application/*+json` stands for every type with that suffix (RFC 6838 section 4.2.8). */
  readonly types: ReadonlyArray<string>
  /** How the names of its files end, in lower case and without the dot. */
  readonly extensions: ReadonlyArray<string>
  /** How much it is wanted among the others, from 0.001 to 1 (RFC 9110 section 12.4.2). */
  readonly weight: number
  /** Whether its bytes are no text. */
  readonly isBinary: boolean
  /** What every document of it begins with, one character a byte: it is one then, whatever its type says. */
  readonly mark?: string
  /** How many bytes the mark may stand from the beginning on, where no type says what a document is; at the beginning, if absent. */
  readonly markWithin?: number
  /** Whether a document that nobody gave a type looks like one of it; `start` is its beginning as text. */
  readonly looksLike?: (start: string) => boolean
}

/** What is read where a reader doesn't say: HTML, Markdown and plain text. */
export const basicFormats: ReadonlyArray<Format> = [
  { types: ["text/markdown"], extensions: ["md"], weight: 1, isBinary: false },
  { types: ["text/html", "application/xhtml+xml"], extensions: ["html", "htm", "xhtml"], weight: 0.9, isBinary: false },
  { types: ["text/plain"], extensions: ["txt"], weight: 0.8, isBinary: false },
]

/** The type that a Content-Type header names, without parameters and in lower case: `text/html` of `Text/HTML; charset=x`. */
export const essence = (header: string | undefined): string =>
  (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""

/** The format of a media type, which is an {@link essence}. */
export const formatOf = <A extends Format>(type: string, formats: ReadonlyArray<A>): A | undefined =>
  formats.find(({ types }) => types.includes(type)) ??
  formats.find(({ types }) => types.some((pattern) => isOfSuffix(type, pattern)))

/** The format whose mark a document begins with. */
export const markedFormat = <A extends Format>(bytes: Uint8Array, formats: ReadonlyArray<A>): A | undefined =>
  formats.find(({ mark }) => mark !== undefined && beginsWith(bytes, mark))

/** Whether a type says no more than that a file is to be saved, whatever it holds. */
export const isOfAnyFile = (type: string): boolean => anyFile.has(type)

/** The format whose mark stands near the beginning of a document, as near as the format has it; for what nobody gave a type. */
export const markedNearFormat = <A extends Format>(bytes: Uint8Array, formats: ReadonlyArray<A>): A | undefined =>
  formats.find(({ mark, markWithin = 1 }) => {
    if (mark === undefined) return false
    for (let at = 0; at < Math.min(markWithin, bytes.length); at++) if (beginsWith(bytes, mark, at)) return true
    return false
  })

/** The first media type of the format whose files are named like this one; empty where none are. */
export const ofFileName = (name: string, formats: ReadonlyArray<Format>): string => {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === undefined) return ""
  return formats.find(({ extensions }) => extensions.includes(extension))?.types[0] ?? ""
}

/** The value of an Accept header that names every type of the formats, the most wanted first (RFC 9110 section 12.5.1). */
export const acceptOf = (formats: ReadonlyArray<Format>): string =>
  formats
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ types, weight }) =>
      types.filter((type) => !type.includes("*")).map((type) => (weight === 1 ? type : `${type};q=${weight}`)),
    )
    .join(", ")

// --- private --------------------------------------------------------------------------

const anyFile: ReadonlySet<string> = new Set([
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
])

const beginsWith = (bytes: Uint8Array, mark: string, from = 0): boolean => {
  for (let at = 0; at < mark.length; at++) if (bytes[from + at] !== mark.charCodeAt(at)) return false
  return true
}

const isOfSuffix = (type: string, pattern: string): boolean => {
  const [before, after, ...more] = pattern.split("*")
  if (before === undefined || after === undefined || more.length > 0) return false
  return type.length > before.length + after.length && type.startsWith(before) && type.endsWith(after)
}
