/** Style sheets that a document contains in `data:` URLs (RFC 2397): those of links, and those that sheets import. */
import { Buffer } from "node:buffer"
import { mediaApply, supportsApply } from "./Conditions.ts"
import { type Block, blocksOf, partsOf, unescaped } from "./Syntax.ts"

/** A rule at the beginning of a sheet that imports another one. */
export interface Import {
  /** The imported sheet; `undefined` if the document doesn't contain it. */
  readonly css: string | undefined
  /** The layer of its rules: a name, an empty one, or `undefined`. */
  readonly layer: string | undefined
}

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

/** The sheets that a sheet imports and whose conditions hold, in order. Imports stand before all other rules. */
export const importsIn = ({ content }: Block): ReadonlyArray<Import> => {
  const end = content.findIndex((part) => typeof part !== "string" || !/^@(?:import|charset|layer)\b/i.test(part))
  const statements = content.slice(0, end === -1 ? undefined : end)
  return statements.flatMap((part) => (typeof part === "string" && /^@import\b/i.test(part) ? importOf(part) : []))
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

// --- private --------------------------------------------------------------------------

const importOf = (statement: string): ReadonlyArray<Import> => {
  const { address, rest } = addressOf(statement)
  const parts = Array.from(partsOf(rest))
  const layer = /^layer(?:\(|$)/i.test(parts[0] ?? "") ? parts.shift()?.slice(6, -1) : undefined
  const supports = /^supports\(/i.test(parts[0] ?? "") ? parts.shift()?.slice(9, -1) : undefined
  const applies = (supports === undefined || supportsApply(`(${supports})`)) && mediaApply(parts.join(" "))
  return applies ? [{ css: styleSheetIn(address), layer }] : []
}

const addressOf = (statement: string): { readonly address: string; readonly rest: string } => {
  const found = /^@import\s*(?:url\(\s*)?(?:"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\s)"']+))(?:\s*\))?/i.exec(
    statement,
  )
  if (found === null) return { address: "", rest: "" }
  const [whole, double, single, bare = ""] = found
  return { address: unescaped(double ?? single ?? bare), rest: statement.slice(whole.length) }
}

const percentDecoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8"))
