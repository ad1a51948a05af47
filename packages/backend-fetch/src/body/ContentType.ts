/**
 * The type of a body, which decides whether a document is read: a declared type that some format has, the magic bytes
 * of a format, or, without a declared type, bytes that look like text. A binary file declared as text is refused too.
 *
 * A document of any other type is read only if it begins with a format's magic bytes, where its type means any file
 * (`application/octet-stream`), or if its file name says that it is text, and its bytes are: many servers know no type
 * for Markdown or TypeScript, or take it for another. Otherwise reading stops after the beginning.
 *
 * The sniffing is the part of the WHATWG MIME Sniffing Standard that tells text from binary (section 7.2 "binary data
 * byte", section 7.1 the HTML patterns), over the first 1,445 bytes. UTF-16 without a byte order mark also counts as
 * text if every second byte is zero as in text: the standard lacks it, but sites send it.
 */
import { DocumentFormat, MediaType, type Network, type WebError } from "@porthole/core"
import type { Beginning } from "./ContentEncoding.ts"

/** What a response says about its document: the header fields, and the URL. */
export interface Source {
  readonly headers: Network.DialResponse["headers"]
  readonly url: string
}

type Formats = ReadonlyArray<MediaType.Format>

/** Whether a document may be one of these formats; without a declared type {@link sniffedType} decides. */
export const mayBeRead = (source: Source, formats: Formats): boolean => {
  const type = typeOf(source)
  return isReadable(type, formats) || mayHaveMagicBytes(type, formats) || typeByName(source, formats) !== undefined
}

/** The required beginning of a document whose declared type no format has; `undefined` for all others. */
export const beginningOf = (source: Source, formats: Formats): Beginning | undefined => {
  const type = typeOf(source)
  if (isReadable(type, formats)) return undefined
  const hasMagicBytes = mayHaveMagicBytes(type, formats)
  const isNamed = typeByName(source, formats) !== undefined
  return {
    length: Math.max(isNamed ? sniffedLength : 0, hasMagicBytes ? magicBytesEnd(formats) : 0),
    isAccepted: (start) =>
      (hasMagicBytes && formatByOffsetMagicBytes(start, formats) !== undefined) ||
      (isNamed && !isBinary(startOf(start))),
    error: unsupported(source),
  }
}

/** The error of a document that no format reads. */
export const unsupported = (source: Source): WebError.WebError => DocumentFormat.unsupportedType(typeOf(source))

/** The Content-Type to use for a body: the declared one, or the sniffed one; `undefined` if the body can't be read. */
export const sniffedType = (source: Source, bytes: Uint8Array, formats: Formats): string | undefined => {
  const byMagicBytes = MediaType.formatByMagicBytes(bytes, formats)?.mediaTypes[0]
  if (byMagicBytes !== undefined) return byMagicBytes
  const declared = MediaType.declaredIn(source.headers["content-type"])
  const type = MediaType.essence(declared)
  if (!isReadable(type, formats)) return unlistedType(source, type, bytes, formats)
  if (utf16.test(declared.slice(0, maxTypeLength)) || MediaType.formatOf(type, formats)?.isBinary === true) {
    return declared
  }
  const start = startOf(bytes)
  if (htmlTypes.has(type) && !isBinary(withoutFewNuls(start))) return declared
  if (isBinary(start)) return declared === "" ? formatByOffsetMagicBytes(bytes, formats)?.mediaTypes[0] : undefined
  return declared === "" ? sniffed(start.replace(byteOrderMark, ""), formats) : declared
}

// --- private --------------------------------------------------------------------------

const typeOf = ({ headers }: Source): string => MediaType.essence(headers["content-type"])

/** Whether a type alone admits a document; an absent one does. */
const isReadable = (type: string, formats: Formats): boolean =>
  type === "" || MediaType.formatOf(type, formats) !== undefined

/** Whether a type that no format lists means any file, and some format has magic bytes. */
const mayHaveMagicBytes = (type: string, formats: Formats): boolean =>
  anyFile.has(type) && formats.some(({ magicBytes }) => magicBytes !== undefined)

/** Types that only say that a file is to be saved, whatever it holds. */
const anyFile: ReadonlySet<string> = new Set([
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
  "application/download",
  "application/force-download",
  "application/x-force-download",
])

/** The number of first bytes in which magic bytes may lie. */
const magicBytesEnd = (formats: Formats): number =>
  formats.reduce(
    (most, { magicBytes = "", magicBytesWithin = 1 }) => Math.max(most, magicBytes.length + magicBytesWithin),
    0,
  )

/** The type of a document whose declared type no format has. */
const unlistedType = (source: Source, type: string, bytes: Uint8Array, formats: Formats): string | undefined => {
  const byMagicBytes = mayHaveMagicBytes(type, formats)
    ? formatByOffsetMagicBytes(bytes, formats)?.mediaTypes[0]
    : undefined
  return byMagicBytes ?? (isBinary(startOf(bytes)) ? undefined : typeByName(source, formats))
}

/** The type of a text format by the file's name: that of `Content-Disposition` (RFC 6266), else of the URL. */
const typeByName = ({ headers, url }: Source, formats: Formats): string | undefined => {
  const disposition = headers["content-disposition"]?.slice(0, maxTypeLength)
  const name = fileName.exec(disposition ?? "")?.[1]?.trim() ?? URL.parse(url)?.pathname ?? ""
  const type = MediaType.ofFileName(name.replace(/\.gz$/i, ""), formats)
  return type === "" || MediaType.formatOf(type, formats)?.isBinary === true ? undefined : type
}

const fileName = /;\s*filename\*?\s*=\s*"?([^";]+)/i

/** The format whose magic bytes are near the document's beginning (`magicBytesWithin`). */
const formatByOffsetMagicBytes = (
  bytes: Uint8Array,
  formats: ReadonlyArray<MediaType.Format>,
): MediaType.Format | undefined =>
  formats.find((format) => {
    for (let at = 0; at < Math.min(format.magicBytesWithin ?? 1, bytes.length); at++)
      if (MediaType.formatByMagicBytes(bytes.subarray(at), [format]) !== undefined) return true
    return false
  })

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"])

/**
 * The HTML parser drops NUL (HTML Standard section 13.2.5). A text with more than a tenth of NULs isn't HTML in ASCII.
 */
const withoutFewNuls = (start: string): string => {
  const without = start.replaceAll("\0", "")
  return without.length >= 0.9 * start.length ? without : start
}

/** Maximum characters of a header field in which a charset or a name is looked for. */
const maxTypeLength = 1_024

const utf16 = /charset\s*=\s*(?:["']\s*)?(?:utf-?16|ucs-?2|unicode)/i

/** The sniffed bytes as text: one character per byte, or decoded UTF-16. Patterns are faster than a loop over bytes. */
const startOf = (bytes: Uint8Array): string => {
  const order = MediaType.utf16OrderOf(bytes)
  return order === undefined
    ? Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sniffedLength)).toString("latin1")
    : new TextDecoder(order).decode(bytes.subarray(0, sniffedLength + 1))
}

/** Bytes that are sniffed (MIME Sniffing Standard, section 5.2). */
const sniffedLength = 1_445

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const binaryByte = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

const isBinary = (start: string): boolean => {
  if (start.startsWith("\u00ff\u00fe") || start.startsWith("\u00fe\u00ff")) return false
  return binaryByte.test(start) || start.startsWith("%PDF-")
}

const byteOrderMark = /^\u00ef\u00bb\u00bf/

/** The type of a text by its beginning. */
const sniffed = (start: string, formats: Formats): string =>
  formats.find(({ sniff }) => sniff?.(start) === true)?.mediaTypes[0] ??
  (looksLikeHtml(start) ? "text/html" : "text/plain")

const looksLikeHtml = (start: string): boolean =>
  start === "" || /^\s*<!doctype\s+html/i.test(start) || htmlTag.test(start.trimStart())

const htmlTag = /^<(?:!--|\?xml|[a-z][a-z0-9]{0,15}[\s/>])/i
