/** Names of elements that are on lines of their own by default (HTML Standard, section 15.3, "Rendering"). */
import tables from "./css.json" with { type: "json" }

/** Whether an element of this name is on lines of its own by default. */
export const isBlockName = (name: string): boolean => blocks.has(name)

// --- private --------------------------------------------------------------------------

const blocks: ReadonlySet<string> = new Set(tables.blocks)
