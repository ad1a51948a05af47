/**
 * Bytes to text, as the HTML standard finds an encoding (section 13.2.3): byte order mark, the
 * charset of the Content-Type, a `meta` in the first 1,024 bytes, UTF-8 if the bytes are valid
 * UTF-8, and windows-1252 for what is left. Never throws: bytes that an encoding can't express
 * become U+FFFD, labels that nobody knows are passed over.
 */
import * as Result from "effect/Result"

/** Decodes a document; `isMarkup` allows the look for a `meta`. */
export const decode = (bytes: Uint8Array, contentType: string, isMarkup: boolean): string => {
  const decoder =
    fromMark(bytes) ??
    fromLabel(headerCharset.exec(contentType)?.slice(1).find(isString)) ??
    (isMarkup ? fromLabel(declaredIn(bytes)) : undefined) ??
    new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252")
  return decoder.decode(bytes)
}

/** The label that a document declares in its first 1,024 bytes, as the standard's prescan reads it. */
export const declaredIn = (bytes: Uint8Array): string | undefined => {
  const start = ascii.decode(bytes.subarray(0, 1024)).replace(/<!--[^]*?(?:-->|$)/g, "")
  for (const [, attributes = ""] of start.matchAll(/<meta[\s/]((?:[^>"']|"[^"]*"|'[^']*')*)>?/gi)) {
    const label = declaredBy(attributes)
    if (label !== undefined) return asDeclared(label)
  }
  const inProlog = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1]
  return inProlog === undefined ? undefined : asDeclared(inProlog)
}

// --- private --------------------------------------------------------------------------

const ascii = new TextDecoder("windows-1252")
const headerCharset = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i
const isString = (value: string | undefined): value is string => value !== undefined

const fromMark = (bytes: Uint8Array): TextDecoder | undefined => {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder("utf-8")
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be")
  return a === 0xff && b === 0xfe ? new TextDecoder("utf-16le") : undefined
}

const fromLabel = (label: string | undefined): TextDecoder | undefined =>
  label === undefined ? undefined : Result.getOrUndefined(Result.try(() => new TextDecoder(label.trim())))

const declaredBy = (attributes: string): string | undefined => {
  const found = new Map<string, string>()
  for (const [, name = "", double, single, bare] of attributes.matchAll(
    /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  )) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? "")
  }
  const charset = found.get("charset")
  if (charset !== undefined) return charset
  if (found.get("http-equiv")?.trim().toLowerCase() !== "content-type") return undefined
  return /charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(found.get("content") ?? "")?.[1]
}

/** A `meta` that was read as ASCII can't stand in UTF-16 (standard, prescan step 2.5.7 and 2.5.8). */
const asDeclared = (label: string): string => {
  const name = label.trim().toLowerCase()
  if (name === "x-user-defined") return "windows-1252"
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|csunicode|unicode(?:feff|fffe)?)/.test(name) ? "utf-8" : name
}

const isUtf8 = (bytes: Uint8Array): boolean =>
  Result.isSuccess(Result.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)))
