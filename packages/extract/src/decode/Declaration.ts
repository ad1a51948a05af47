/**
 * The encoding that a document declares, by the labels of the WHATWG Encoding Standard and their common misspellings.
 * Unknown labels are ignored.
 */
import * as Result from "effect/Result"
import { Parser } from "htmlparser2"

/** The encoding of the first charset parameter of a Content-Type that names one. */
export const inContentType = (contentType: string): string | undefined => {
  for (const [, double, single, bare] of contentType.slice(0, 1_024).matchAll(parameter)) {
    const encoding = encodingOf(double ?? single ?? bare ?? "")
    // x-user-defined maps bytes to private characters, for scripts that read binary data as text.
    if (encoding !== undefined && encoding !== "x-user-defined") return encoding
  }
  return undefined
}

/** The encoding in the first 1,024 bytes of markup: a `meta` or an XML declaration (HTML standard, 13.2.3.2). */
export const inMarkup = (bytes: Uint8Array): string | undefined => {
  let inMeta: string | undefined
  let inXml: string | undefined
  const parser = new Parser({
    onopentag: (name, { charset, content = "", "http-equiv": equivalent = "" }) => {
      if (name !== "meta") return
      const isPragma = equivalent.trim().toLowerCase() === "content-type"
      const [, double, single, bare] = (isPragma ? pragmaLabel.exec(content) : null) ?? []
      inMeta ??= inAscii(charset ?? double ?? single ?? bare)
    },
    onprocessinginstruction: (name, data) => {
      if (name === "?xml") inXml ??= inAscii(xmlLabel.exec(data)?.[1])
    },
  })
  parser.end(latin1.decode(bytes.subarray(0, 1_024)))
  return inMeta ?? inXml
}

/** The name of a label's encoding; `undefined` if the label is unknown or its encoding can't be decoded. */
export const encodingOf = (label: string): string | undefined => {
  const start = label.replace(/^[\s"']+/, "").slice(0, 40)
  const written = start.replace(/[\s"';,].*$/s, "").toLowerCase()
  return known(written) ?? known(standardLabel(written))
}

// --- private --------------------------------------------------------------------------

const latin1 = new TextDecoder("windows-1252")
const parameter = /[;,\s]charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/gi
const pragmaLabel = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"';][^\s;]*))/i
const xmlLabel = /\sencoding\s*=\s*["']([^"'>]+)["']/i

/** A declaration that is readable as ASCII can't be in UTF-16; x-user-defined is windows-1252 (prescan, step 2.5). */
const inAscii = (label = ""): string | undefined => {
  const encoding = encodingOf(label)
  if (encoding === "x-user-defined") return "windows-1252"
  return encoding?.startsWith("utf-16") === true ? "utf-8" : encoding
}

/** `TextDecoder` rejects labels that the standard replaces (ISO-2022-KR, HZ-GB-2312). */
const known = (label: string): string | undefined =>
  Result.getOrUndefined(Result.try(() => new TextDecoder(label).encoding))

/** The standard's spelling of `utf_8`, `utf-8-sig`, `utf16le`, `win-1251`, `cp_1251`, `shift.jis`, `big5_hkscs`. */
const standardLabel = (label: string): string =>
  label
    .replace(/[_.]/g, "-")
    .replace(/^utf-?8.*$/, "utf-8")
    .replace(/^(?:utf-?16|ucs-?2)-?(le|be)?$/, (_, order?: string) => `utf-16${order ?? ""}`)
    .replace(/^(?:windows|win|cp|ms|ibm)-?(\d{3,4})$/, "windows-$1")
    .replace(/^iso-?8859-?(\d{1,2})(?!\d).*$/, "iso-8859-$1")
    .replace(/^windows-936$/, "gbk")
    .replace(/^windows-950$/, "big5")
    .replace(/^(?:windows-(?:932|31j)|shift-?jis.*)$/, "shift_jis")
