/** The encoding that a document declares, by the labels of the WHATWG Encoding Standard. Unknown ones are ignored. */
import * as Result from "effect/Result"
import { Parser } from "htmlparser2"

/** The first known encoding among the charset parameters of a Content-Type. */
export const inContentType = (contentType: string): string | undefined =>
  Array.from(contentType.slice(0, 1_024).matchAll(parameter), ([, double, single, bare]) =>
    encodingOf(double ?? single ?? bare ?? ""),
  ).find((encoding) => encoding !== undefined)

/** The encoding in the first 1,024 bytes of markup: a `meta` or an XML declaration (HTML standard, 13.2.3.2). */
export const inMarkup = (bytes: Uint8Array): string | undefined => {
  let inMeta: string | undefined
  let inXml: string | undefined
  const parser = new Parser({
    onopentag: (name, { charset, content = "", "http-equiv": equivalent = "" }) => {
      if (name !== "meta") return
      const isPragma = equivalent.trim().toLowerCase() === "content-type"
      const [, double, single, bare] = (isPragma ? pragmaLabel.exec(content) : null) ?? []
      inMeta ??= encodingOf(charset ?? double ?? single ?? bare ?? "")
    },
    onprocessinginstruction: (name, data) => {
      if (name === "?xml") inXml ??= encodingOf(xmlLabel.exec(data)?.[1] ?? "")
    },
  })
  parser.end(new TextDecoder("windows-1252").decode(bytes.subarray(0, 1_024)))
  const declared = inMeta ?? inXml
  // A declaration that is readable as ASCII can't be in UTF-16.
  return declared?.startsWith("utf-16") === true ? "utf-8" : declared
}

/** The name of a label's encoding; `undefined` if the label is unknown or its encoding can't be decoded. */
export const encodingOf = (label: string): string | undefined => {
  const [, written = ""] = /^[\s"']*([^\s"';,]{0,40})/.exec(label) ?? []
  // `TextDecoder` rejects labels that the standard replaces (ISO-2022-KR, HZ-GB-2312). x-user-defined exists for
  // `XMLHttpRequest` only.
  const known = Result.getOrUndefined(Result.try(() => new TextDecoder(written).encoding))
  return known === "x-user-defined" ? undefined : known
}

// --- private --------------------------------------------------------------------------

const parameter = /[;,\s]charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/gi
const pragmaLabel = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"';][^\s;]*))/i
const xmlLabel = /\sencoding\s*=\s*["']([^"'>]+)["']/i
