/**
 * The type of a body, which decides whether a document is read: a declared type that some format has, the magic bytes
 * of a format, or, without a declared type, bytes that look like text. A binary file declared as text is refused too.
 * A document whose type means any file (`application/octet-stream`) is read only if it begins with a format's magic
 * bytes; otherwise reading stops after its beginning.
 *
 * The sniffing is the part of the WHATWG MIME Sniffing Standard that tells text from binary (section 7.2 "binary data
 * byte", section 7.1 the HTML patterns), over the first 1,445 bytes. UTF-16 without a byte order mark also counts as
 * text if every second byte is zero as in text: the standard lacks it, but sites send it.
 */
import { DocumentFormat, MediaType } from "@porthole/core"
import type { Beginning } from "./ContentEncoding.ts"

/**
 * Whether a document of a declared type may be one of these formats; without a declared type {@link sniffedType}
 * decides.
 */
export const mayBeRead = (header: string | undefined, formats: ReadonlyArray<MediaType.Format>): boolean => {
  const type = MediaType.essence(header)
  return type === "" || MediaType.formatOf(type, formats) !== undefined || mayHaveMagicBytes(type, formats)
}

/** The required beginning of a document with a generic file type; `undefined` for other types, which decide alone. */
export const beginningOf = (
  header: string | undefined,
  formats: ReadonlyArray<MediaType.Format>,
): Beginning | undefined =>
  mayHaveMagicBytes(MediaType.essence(header), formats)
    ? {
        length: formats.reduce(
          (most, { magicBytes = "", magicBytesWithin = 1 }) => Math.max(most, magicBytes.length + magicBytesWithin),
          0,
        ),
        isAccepted: (start) => formatByOffsetMagicBytes(start, formats) !== undefined,
        error: DocumentFormat.unsupportedTypeError,
      }
    : undefined

/** The Content-Type to use for a body: the declared one, or the sniffed one; `undefined` if the body can't be read. */
export const sniffedType = (
  header: string | undefined,
  bytes: Uint8Array,
  formats: ReadonlyArray<MediaType.Format>,
): string | undefined => {
  const byMagicBytes = MediaType.formatByMagicBytes(bytes, formats)?.mediaTypes[0]
  if (byMagicBytes !== undefined) return byMagicBytes
  const type = MediaType.essence(header)
  if (mayHaveMagicBytes(type, formats)) return formatByOffsetMagicBytes(bytes, formats)?.mediaTypes[0]
  const declared = type === "" ? undefined : header
  if (
    declared !== undefined &&
    (utf16.test(declared.slice(0, maxTypeLength)) || MediaType.formatOf(type, formats)?.isBinary === true)
  ) {
    return declared
  }
  const start = startOf(bytes)
  if (declared !== undefined && htmlTypes.has(type) && !isBinary(withoutFewNuls(start))) return declared
  if (isBinary(start))
    return declared === undefined ? formatByOffsetMagicBytes(bytes, formats)?.mediaTypes[0] : undefined
  return declared ?? typeOf(start.replace(byteOrderMark, ""), formats)
}

// --- private --------------------------------------------------------------------------

/** Whether a type is a generic file type, and some format has magic bytes. A type that a format lists isn't generic. */
const mayHaveMagicBytes = (type: string, formats: ReadonlyArray<MediaType.Format>): boolean =>
  anyFile.has(type) &&
  MediaType.formatOf(type, formats) === undefined &&
  formats.some(({ magicBytes }) => magicBytes !== undefined)

/** Types that only say that a file is to be saved, whatever it holds. */
const anyFile: ReadonlySet<string> = new Set([
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-download",
])

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

/** Maximum characters of a Content-Type in which a charset is looked for. */
const maxTypeLength = 1_024

const utf16 = /charset\s*=\s*(?:["']\s*)?(?:utf-?16|ucs-?2|unicode)/i

/** The sniffed bytes as text: one character per byte, or decoded UTF-16. Patterns are faster than a loop over bytes. */
const startOf = (bytes: Uint8Array): string => {
  const order = MediaType.utf16OrderOf(bytes)
  return order === undefined
    ? Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_445)).toString("latin1")
    : new TextDecoder(order).decode(bytes.subarray(0, 1_446))
}

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const binaryByte = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

const isBinary = (start: string): boolean => {
  if (start.startsWith("\u00ff\u00fe") || start.startsWith("\u00fe\u00ff")) return false
  return binaryByte.test(start) || start.startsWith("%PDF-")
}

const byteOrderMark = /^\u00ef\u00bb\u00bf/

const typeOf = (start: string, formats: ReadonlyArray<MediaType.Format>): string =>
  formats.find(({ sniff }) => sniff?.(start) === true)?.mediaTypes[0] ??
  (looksLikeHtml(start) ? "text/html" : "text/plain")

const looksLikeHtml = (start: string): boolean =>
  start === "" || /^\s*<!doctype\s+html/i.test(start) || htmlTag.test(start.trimStart())

const htmlTag = /^<(?:!--|\?xml|[a-z][a-z0-9]{0,15}[\s/>])/i
