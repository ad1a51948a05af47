/**
 * Whether what a start tag begins is shown to nobody, or surrounds content, as far as the tag itself and the rules of the
 * page's stylesheets tell.
 */
import { voidNames } from "../budget/Nesting.ts"
import type { Attribute } from "../budget/Tokenizer.ts"
import { isHiddenByAttributes } from "../hidden/Markup.ts"
import { type Attributes, valuesOf } from "./Attributes.ts"
import { type Said, Styling } from "./Styling.ts"

/** Makes the test from a document's stylesheets. */
export const concealment = (
  stylesheets: ReadonlyArray<string>,
): ((name: string, own: ReadonlyArray<Attribute>) => Said) => {
  const styling = new Styling(stylesheets)
  return (name, own) => {
    if (voidNames.has(name)) return undefined
    if (neverText.has(name)) return "itself"
    if (name === "dialog" && !own.some((attribute) => attribute.name.toLowerCase() === "open")) return "itself"
    if (surroundings.has(name)) return "surroundings"
    // Most elements say nothing of themselves.
    if (!own.some((attribute) => telling.test(attribute.name))) return styling.of(name, own)
    const attributes = valuesOf(own)
    if (isHiddenByItself(attributes)) return "itself"
    const said = styling.of(name, own)
    const isAround = surroundingRoles.has(attributes("role") ?? "")
    return isAround && (said === undefined || said === "legible") ? "surroundings" : said
  }
}

// --- private --------------------------------------------------------------------------

const telling = /^(?:class|id|style|role|hidden|popover|aria-hidden)$/i

const neverText: ReadonlySet<string> = new Set(
  "select canvas object video audio progress meter datalist annotation annotation-xml noscript rp".split(" "),
)
const surroundings: ReadonlySet<string> = new Set("nav footer aside dialog button".split(" "))
const surroundingRoles: ReadonlySet<string> = new Set(
  "navigation menu menubar search contentinfo banner complementary dialog alertdialog tooltip".split(" "),
)

const isHiddenByItself = (attributes: Attributes): boolean =>
  isHiddenByAttributes(attributes) || attributes("aria-hidden")?.toLowerCase() === "true"
