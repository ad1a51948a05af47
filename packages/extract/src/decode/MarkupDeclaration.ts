/** The encoding that markup declares in itself. It is apart from `Declaration.ts`, because it needs the parser. */
import { Parser } from "htmlparser2"
import { encodingOf } from "./Declaration.ts"

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

// --- private --------------------------------------------------------------------------

const pragmaLabel = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"';][^\s;]*))/i
const xmlLabel = /\sencoding\s*=\s*["']([^"'>]+)["']/i
