/** What of a document was simplified or left out, because reading all of it would cost too much. */
import * as Schema from "effect/Schema"

/**
 * `structure`: parts are told in a simpler form, for it has more elements, or deeper ones, than are kept.
 * `characters`, `pages`, `rows`, `entries`, `values`, `links`: only the first of them are read.
 */
export const Part = Schema.Literals(["structure", "characters", "pages", "rows", "entries", "values", "links"])
export type Part = typeof Part.Type

/** One thing that was reduced. `read` is how many were read, `of` how many there are; absent where nobody counted. */
export const Reduced = Schema.Struct({
  part: Part,
  read: Schema.optionalKey(Schema.Natural),
  of: Schema.optionalKey(Schema.Natural),
})
export type Reduced = typeof Reduced.Type

/** A sentence about it, for the model that asked for the page. */
export const sentence = ({ of, part, read }: Reduced): string => {
  if (part === "structure") return structure
  if (read === undefined) return `Not all ${part} of the document are read.`
  return of === undefined
    ? `Only the first ${read} ${part} of the document are read.`
    : `Only the first ${read} of ${of} ${part} of the document are read.`
}

// --- private --------------------------------------------------------------------------

const structure = "The document is so large or so deeply nested that parts of it are shown in a simpler form."
