/**
 * Whether what a start tag begins is shown to nobody, or surrounds content, as far as its own attributes and the simple
 * rules of the page's stylesheets tell: in an overflow there is no tree to ask.
 */
import { blockNames } from "../budget/Nesting.ts"
import { readStylesheet } from "../hidden/Css.ts"
import { isScreenReaderOnly } from "../hidden/Markup.ts"
import type { Attribute } from "../budget/Tokenizer.ts"
import { type Attributes, valuesOf } from "./Attributes.ts"

/** What conceals it: the element itself for certain; a rule, or its kind, only where that isn't most of the text. */
export type Concealed = "itself" | "surroundings" | `.${string}` | `#${string}`

/** Makes the test from a document's stylesheets. */
export const concealment = (
  stylesheets: ReadonlyArray<string>,
): ((name: string, own: ReadonlyArray<Attribute>) => Concealed | undefined) => {
  const rules = hidingRules(stylesheets)
  return (name, own) => {
    if (!concealable.has(name)) return undefined
    if (neverText.has(name)) return "itself"
    if (surroundings.has(name)) return "surroundings"
    // Most elements say nothing of themselves.
    if (!own.some((attribute) => telling.test(attribute.name))) return undefined
    const attributes = valuesOf(own)
    if (isHiddenByItself(attributes)) return "itself"
    if (surroundingRoles.has(attributes("role") ?? "")) return "surroundings"
    if (rules.size === 0) return undefined
    const id: Concealed = `#${attributes("id") ?? ""}`
    if (rules.has(id)) return id
    for (const each of (attributes("class") ?? "").split(/\s+/)) {
      const rule: Concealed = `.${each}`
      if (rules.has(rule)) return rule
    }
    return undefined
  }
}

/** Whether an element ends where another begins beside it, its own end tag left out (HTML standard, section 13.1.2.4). */
export const endsWith = (name: string, next: string): boolean =>
  name === "p" ? blockNames.has(next) : impliedEnds.get(name)?.has(next) === true

// --- private --------------------------------------------------------------------------

/** Elements whose end is known: they have an end tag, or what ends them otherwise is ({@link endsWith}). */
const concealable: ReadonlySet<string> = new Set(
  (
    "p li tr td th div span section article aside nav header footer form a b i em strong ul ol table dialog menu select button " +
    "noscript canvas object datalist annotation annotation-xml"
  ).split(" "),
)

const impliedEnds: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["li", new Set(["li"])],
  ["tr", new Set(["tr", "tbody"])],
  ["td", new Set(["td", "th", "tr", "tbody"])],
  ["th", new Set(["td", "th", "tr", "tbody"])],
])

const telling = /^(?:class|id|style|role|hidden|aria-hidden)$/i

const neverText: ReadonlySet<string> = new Set("select canvas object datalist annotation annotation-xml".split(" "))
const surroundings: ReadonlySet<string> = new Set("nav footer aside dialog button noscript".split(" "))
const surroundingRoles: ReadonlySet<string> = new Set(
  "navigation menu menubar search contentinfo banner complementary dialog alertdialog tooltip".split(" "),
)

const isHiddenByItself = (attributes: Attributes): boolean =>
  (attributes("hidden") ?? "until-found") !== "until-found" ||
  attributes("aria-hidden") === "true" ||
  hidingStyle.test(attributes("style") ?? "") ||
  isScreenReaderOnly(attributes("class") ?? "")

const hidingStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Characters of stylesheets that are looked at. */
const longest = 500_000

/** The single classes and ids that a rule hides whole, and no later one shows. */
const hidingRules = (stylesheets: ReadonlyArray<string>): ReadonlySet<string> => {
  const rules = new Set<string>()
  let left = longest
  for (const css of stylesheets) {
    if ((left -= css.length) < 0) break
    readStylesheet(css, (selectors, { property, value }) => {
      const hides = hiding.get(property)
      if (hides === undefined) return
      for (const selector of selectors) {
        const rule = single.exec(selector)?.[1]
        if (rule === undefined) continue
        if (value === hides) rules.add(rule)
        else if (property === "display") rules.delete(rule)
      }
    })
  }
  return rules
}

const hiding: ReadonlyMap<string, string> = new Map([
  ["display", "none"],
  ["visibility", "hidden"],
])
const single = /^(?:[a-z][a-z0-9]*)?([.#][\w-]+)$/i
