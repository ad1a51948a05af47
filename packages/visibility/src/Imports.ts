/** The imports of a style sheet, with their conditions and layers (CSS Cascading Level 5). */
import { addressOf, styleSheetIn } from "./css/DataSheets.ts"
import { type Block, partsOf } from "./css/Syntax.ts"
import { mediaApply, supportsApply } from "./Conditions.ts"

/** A rule at the beginning of a sheet that imports another one. */
export interface Import {
  /** The imported sheet; `undefined` if the document doesn't contain it. */
  readonly css: string | undefined
  /** The layer of its rules: a name, an empty one, or `undefined`. */
  readonly layer: string | undefined
}

/** The sheets that a sheet imports and whose conditions hold, in order. Imports stand before all other rules. */
export const importsIn = ({ content }: Block): ReadonlyArray<Import> => {
  const end = content.findIndex((part) => typeof part !== "string" || !/^@(?:import|charset|layer)\b/i.test(part))
  const statements = content.slice(0, end === -1 ? undefined : end)
  return statements.flatMap((part) => (typeof part === "string" && /^@import\b/i.test(part) ? importOf(part) : []))
}

// --- private --------------------------------------------------------------------------

const importOf = (statement: string): ReadonlyArray<Import> => {
  const { address, rest } = addressOf(statement)
  const parts = Array.from(partsOf(rest))
  const layer = /^layer(?:\(|$)/i.test(parts[0] ?? "") ? parts.shift()?.slice(6, -1) : undefined
  const supports = /^supports\(/i.test(parts[0] ?? "") ? parts.shift()?.slice(9, -1) : undefined
  const applies = (supports === undefined || supportsApply(`(${supports})`)) && mediaApply(parts.join(" "))
  return applies ? [{ css: styleSheetIn(address), layer }] : []
}
