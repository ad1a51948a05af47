/** Style sheets that a document contains in `data:` URLs (RFC 2397): those of links, and those that sheets import. */
import { Buffer } from "node:buffer"
import { blocksOf, unescaped } from "./Syntax.ts"

/** The style sheet in a URL; `undefined` for any other URL. */
export const styleSheetIn = (url: string): string | undefined => {
  const [written = ""] = url
    .trim()
    .replaceAll(/[\t\n\r]/g, "")
    .split("#", 1)
  if (!/^data:text\/css[;,\s]/i.test(written)) return undefined
  const comma = written.indexOf(",")
  if (comma === -1) return undefined
  const isBase64 = written.slice(0, comma).trimEnd().toLowerCase().endsWith("base64")
  const text = percentDecoded(written.slice(comma + 1))
  return isBase64 ? Buffer.from(text, "base64").toString("utf8") : text
}

/** All sheets that a sheet imports from its own text, without regard to conditions. */
export const sheetsWithin = (css: string, depth = 0): ReadonlyArray<string> => {
  if (depth > maxImportDepth || !/@import/i.test(css) || !/data:/i.test(css)) return []
  const imported = blocksOf(css, "sheet").content.flatMap((part) =>
    typeof part === "string" ? (styleSheetIn(addressOf(part).address) ?? []) : [],
  )
  return imported.concat(imported.flatMap((sheet) => sheetsWithin(sheet, depth + 1)))
}

/** Maximum number of sheets that import each other in a chain. */
export const maxImportDepth = 4

/** The address in an `@import`, and what follows it. */
export const addressOf = (statement: string): { readonly address: string; readonly rest: string } => {
  const found = /^@import\s*(?:url\(\s*)?(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s)"']+))(?:\s*\))?/i.exec(
    statement,
  )
  if (found === null) return { address: "", rest: "" }
  const [whole, double, single, bare = ""] = found
  return { address: unescaped(double ?? single ?? bare), rest: statement.slice(whole.length) }
}

// --- private --------------------------------------------------------------------------

const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8"))
