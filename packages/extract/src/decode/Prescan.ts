/**
 * Finds the encoding that markup declares in its first 1,024 bytes, in a `meta` or an XML declaration (HTML standard,
 * section 13.2.3.2). A declaration with an unknown label is ignored.
 */
import { Parser } from "htmlparser2"
import * as Labels from "./Labels.ts"

/** The name of the declared encoding. */
export const declaredIn = (bytes: Uint8Array): string | undefined => {
  let inMeta: string | undefined
  let inXml: string | undefined
  const parser = new Parser({
    onopentag: (name, { charset, content = "", "http-equiv": equivalent = "" }) => {
      if (name !== "meta" || inMeta !== undefined) return
      const isPragma = equivalent.trim().toLowerCase() === "content-type"
      const label = charset ?? (isPragma ? pragmaLabel.exec(content)?.slice(1).find(isString) : undefined)
      inMeta = encodingOf(label)
    },
    onprocessinginstruction: (name, data) => {
      if (name === "?xml") inXml ??= encodingOf(xmlLabel.exec(data)?.[1])
    },
  })
  parser.end(latin1.decode(bytes.subarray(0, 1_024)))
  return inMeta ?? inXml
}

// --- private --------------------------------------------------------------------------

const latin1 = new TextDecoder("windows-1252")
const pragmaLabel = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"';][^\s;]*))/i
const xmlLabel = /\sencoding\s*=\s*["']([^"'>]+)["']/i

const isString = (value: string | undefined): boolean => value !== undefined

/** A declaration that is readable as ASCII can't be in UTF-16; x-user-defined is windows-1252 (prescan, step 2.5). */
const encodingOf = (label: string | undefined): string | undefined => {
  const encoding = label === undefined ? undefined : Labels.encodingOf(label)
  if (encoding === "x-user-defined") return "windows-1252"
  return encoding?.startsWith("utf-16") === true ? "utf-8" : encoding
}
