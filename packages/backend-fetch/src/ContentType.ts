/**
 * Which documents are read: those that declare a type that the reader reads, those that begin with the mark of one, and
 * those that declare none and look like text. What declares text but holds a binary file is refused too. Of what is
 * declared to be any file only those with the mark of a format are read, and of the others no more than the beginning
 * is.
 *
 * The sniffing is the part of the WHATWG MIME Sniffing Standard that tells text from binary
 * (section 7.2 "binary data byte", section 7.1 the HTML patterns), over the first 1,445 bytes. UTF-16 without a mark
 * is text too where every second byte is zero as in text: the standard doesn't know it, sites do send it.
 */
import { MediaType, Utf16, WebError } from "@porthole/core"
import type * as Body from "./Body.ts"

/**
 * Whether a document of a declared type may be one of these formats; what declares none is for {@link sniffed} to
 * decide.
 */
export const mayBeRead = (header: string | undefined, formats: ReadonlyArray<MediaType.Format>): boolean => {
  const type = MediaType.essence(header)
  return type === "" || MediaType.formatOf(type, formats) !== undefined || mayBeMarked(type, formats)
}

/** What a document must begin with whose type is any file's; `undefined` for other types, which tell enough. */
export const beginningOf = (
  header: string | undefined,
  formats: ReadonlyArray<MediaType.Format>,
): Body.Beginning | undefined =>
  mayBeMarked(MediaType.essence(header), formats)
    ? {
        length: formats.reduce((most, { mark = "", markWithin = 1 }) => Math.max(most, mark.length + markWithin), 0),
        mayGoOn: (start) => MediaType.markedNearFormat(start, formats) !== undefined,
        otherwise: unsupported,
      }
    : undefined

/** The Content-Type to read a body as: the declared one, or what it looks like; `undefined` for what isn't read. */
export const sniffed = (
  header: string | undefined,
  bytes: Uint8Array,
  formats: ReadonlyArray<MediaType.Format>,
): string | undefined => {
  const marked = MediaType.markedFormat(bytes, formats)?.mediaTypes[0]
  if (marked !== undefined) return marked
  const type = MediaType.essence(header)
  if (mayBeMarked(type, formats)) return MediaType.markedNearFormat(bytes, formats)?.mediaTypes[0]
  const declared = type === "" ? undefined : header
  if (declared !== undefined && (utf16.test(declared) || MediaType.formatOf(type, formats)?.isBinary === true)) {
    return declared
  }
  const start = startOf(bytes)
  if (declared !== undefined && htmlTypes.has(type) && !isBinary(withoutFewNuls(start))) return declared
  if (isBinary(start))
    return declared === undefined ? MediaType.markedNearFormat(bytes, formats)?.mediaTypes[0] : undefined
  return declared ?? typeOf(start.replace(byteOrderMark, ""), formats)
}

/** `unsupported_content_type`. The type itself isn't told: it is the site's text. */
export const unsupported = WebError.make({
  error: "unsupported_content_type",
  message: "Documents of this type can't be read. Look for a web page or a text version.",
})

// --- private --------------------------------------------------------------------------

/**
 * Whether a type is any file's, and some of the formats is told by its mark. A format that names the type has it for
 * its own.
 */
const mayBeMarked = (type: string, formats: ReadonlyArray<MediaType.Format>): boolean =>
  MediaType.isOfAnyFile(type) &&
  MediaType.formatOf(type, formats) === undefined &&
  formats.some(({ mark }) => mark !== undefined)

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"])

/** The HTML parser drops NUL (HTML Standard section 13.2.5). Where more than a tenth are NUL it is no HTML in ASCII. */
const withoutFewNuls = (start: string): string => {
  const without = start.replaceAll("\0", "")
  return without.length >= 0.9 * start.length ? without : start
}

const utf16 = /charset\s*=\s*["']?\s*(?:utf-?16|ucs-?2|unicode)/i

/**
 * The bytes that are looked at, as one character each, or each pair: patterns are quicker over text than a loop over
 * bytes.
 */
const startOf = (bytes: Uint8Array): string => {
  const order = Utf16.orderOf(bytes)
  return order === undefined
    ? Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_445)).toString("latin1")
    : new TextDecoder(order).decode(bytes.subarray(0, 1_446))
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
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
  start === "" || /^\s*<(?:!doctype\s+html|!--|\?xml|[a-z][a-z0-9]{0,15}[\s/>])/i.test(start)
