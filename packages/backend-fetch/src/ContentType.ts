/**
 * Which documents are read: those that declare a type on the allowlist, and those that declare none
 * and look like one. What declares text but holds a binary file is refused too.
 *
 * The sniffing is the part of the WHATWG MIME Sniffing Standard that tells text from binary
 * (section 7.2 "binary data byte", section 7.1 the HTML patterns), over the first 1,445 bytes.
 */
import { WebError } from "@porthole/core"

/** The types that can be read. */
export const allowed: ReadonlySet<string> = new Set([
  "text/html",
  "application/xhtml+xml",
  "text/plain",
  "text/markdown",
])

/** The Accept header that says so. */
export const accept = "text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8"

/** The essence of a Content-Type header, in lower case: `text/html` of `Text/HTML; charset=x`. */
export const essence = (header: string | undefined): string => (header ?? "").split(";")[0]?.trim().toLowerCase() ?? ""

/** Whether a declared type may be read; an undeclared one is for {@link sniffed} to decide. */
export const mayBeRead = (header: string | undefined): boolean => essence(header) === "" || allowed.has(essence(header))

/** The Content-Type to read a body as: the declared one, or what it looks like; `undefined` for binary data. */
export const sniffed = (header: string | undefined, bytes: Uint8Array): string | undefined => {
  const declared = essence(header) === "" ? undefined : header
  const start = bytes.subarray(0, 1_445)
  if (declared !== undefined && utf16.test(declared)) return declared
  if (isBinary(start)) return undefined
  return declared ?? (looksLikeHtml(start) ? "text/html" : "text/plain")
}

/** `unsupported_content_type`. The type itself isn't told: it is the site's text. */
export const unsupported = WebError.make({
  error: "unsupported_content_type",
  message: "Only HTML, Markdown and plain text pages can be read.",
})

// --- private --------------------------------------------------------------------------

const utf16 = /charset\s*=\s*["']?\s*(?:utf-?16|ucs-?2|unicode)/i

const isBinary = (bytes: Uint8Array): boolean => {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false
  return hasBinaryByte(bytes) || startsWith(bytes, "%PDF-")
}

/** A loop, because it runs over the start of every page: `some` takes five times as long. */
const hasBinaryByte = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at++) if (isBinaryByte(bytes[at] ?? 0)) return true
  return false
}

const isBinaryByte = (byte: number): boolean =>
  byte < 0x20 && (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || byte >= 0x1c)

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && Array.from(text).every((char, at) => bytes[at] === char.charCodeAt(0))

const looksLikeHtml = (bytes: Uint8Array): boolean =>
  /^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*<(?:!doctype\s+html|!--|\?xml|[a-z][a-z0-9]{0,15}[\s/>])/i.test(
    new TextDecoder("latin1").decode(bytes),
  ) || bytes.length === 0
