/**
 * Whether what a start tag begins is shown to nobody, or surrounds content, as far as its own attributes and the simple
 * rules of the page's stylesheets tell: in an overflow there is no tree to ask.
 */
import { blockNames, voidNames } from "../budget/Nesting.ts"
import { valuesOfStyle } from "../hidden/Cascade.ts"
import { readStylesheet } from "../hidden/Css.ts"
import { isScreenReaderOnly } from "../hidden/Markup.ts"
import { hidingsOf, initial, unseen, within } from "../hidden/Visibility.ts"
import type { Attribute } from "../budget/Tokenizer.ts"
import { type Attributes, valuesOf } from "./Attributes.ts"

/** What conceals it: the element itself for certain; that it is transparent, a rule, or its kind, only where that isn't much of the text. */
export type Concealed = "itself" | "faded" | "surroundings" | `${string}.${string}` | `${string}#${string}`

/** Makes the test from a document's stylesheets. */
export const concealment = (
  stylesheets: ReadonlyArray<string>,
): ((name: string, own: ReadonlyArray<Attribute>) => Concealed | undefined) => {
  const rules = hidingRules(stylesheets)
  const styles = new Styles()
  return (name, own) => {
    if (voidNames.has(name)) return undefined
    if (neverText.has(name)) return "itself"
    if (surroundings.has(name)) return "surroundings"
    // Most elements say nothing of themselves.
    if (!own.some((attribute) => telling.test(attribute.name))) return undefined
    const attributes = valuesOf(own)
    if (isHiddenByItself(attributes)) return "itself"
    const style = styles.concealed(attributes("style") ?? "")
    if (style !== undefined) return style
    if (surroundingRoles.has(attributes("role") ?? "")) return "surroundings"
    if (rules.size === 0) return undefined
    const ruleOf = (rule: `.${string}` | `#${string}`): Concealed | undefined => {
      const ofElement: Concealed = `${name}${rule}`
      return rules.has(rule) ? rule : rules.has(ofElement) ? ofElement : undefined
    }
    const byId = ruleOf(`#${attributes("id") ?? ""}`)
    if (byId !== undefined) return byId
    for (const each of (attributes("class") ?? "").split(/\s+/)) {
      const byClass = ruleOf(`.${each}`)
      if (byClass !== undefined) return byClass
    }
    return undefined
  }
}

/** Whether an element ends where another begins beside it, its own end tag left out (HTML standard, section 13.1.2.4). */
export const endsWith = (name: string, next: string): boolean =>
  name === "p" ? blockNames.has(next) : impliedEnds.get(name)?.has(next) === true

/** Whether what is open within an element keeps what begins beside it from ending it: a list in an item has items of its own. */
export const holds = (name: string, within: ReadonlyArray<string>): boolean => {
  const bounds = holders.get(name)
  return bounds !== undefined && within.some((open) => bounds.has(open))
}

// --- private --------------------------------------------------------------------------

const cells = new Set(["td", "th", "tr", "thead", "tbody", "tfoot"])
const sections = new Set(["thead", "tbody", "tfoot"])
const impliedEnds: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["li", new Set(["li"])],
  ["dt", new Set(["dt", "dd"])],
  ["dd", new Set(["dt", "dd"])],
  ["tr", new Set(["tr", ...sections])],
  ["td", cells],
  ["th", cells],
  ["thead", sections],
  ["tbody", sections],
  ["tfoot", sections],
  ["caption", cells],
  ["rt", new Set(["rt", "rp"])],
  ["rp", new Set(["rt", "rp"])],
  ["option", new Set(["option", "optgroup"])],
  ["optgroup", new Set(["optgroup"])],
])

const lists = new Set(["ul", "ol", "menu", "dir", "table"])
const tables = new Set(["table"])
const holders: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["li", lists],
  ...["dt", "dd"].map((name) => [name, new Set(["dl", "table"])] as const),
  ...["tr", "td", "th", "thead", "tbody", "tfoot", "caption"].map((name) => [name, tables] as const),
])

const telling = /^(?:class|id|style|role|hidden|aria-hidden)$/i

const neverText: ReadonlySet<string> = new Set(
  "select canvas object video audio progress meter datalist annotation annotation-xml".split(" "),
)
const surroundings: ReadonlySet<string> = new Set("nav footer aside dialog button noscript".split(" "))
const surroundingRoles: ReadonlySet<string> = new Set(
  "navigation menu menubar search contentinfo banner complementary dialog alertdialog tooltip".split(" "),
)

const isHiddenByItself = (attributes: Attributes): boolean =>
  (attributes("hidden") ?? "until-found").toLowerCase() !== "until-found" ||
  attributes("aria-hidden")?.toLowerCase() === "true" ||
  isScreenReaderOnly(attributes("class") ?? "")

/** Different styles that are read; of those after them only the usual words are known. */
const mostStyles = 3_000

/** What `style` attributes say, each different one read once. */
class Styles {
  private readonly known = new Map<string, Concealed | undefined>()

  concealed(style: string): Concealed | undefined {
    if (style === "") return undefined
    if (this.known.has(style)) return this.known.get(style)
    if (this.known.size >= mostStyles) return hidingStyle.test(style) ? "itself" : undefined
    const values = valuesOfStyle(style)
    const cause = hidingsOf(values)[0] ?? unseen(within(initial, values))
    const concealed = cause === undefined ? undefined : cause.way === "opacity" ? "faded" : "itself"
    this.known.set(style, concealed)
    return concealed
  }
}

const hidingStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Characters of stylesheets that are looked at. */
const longest = 500_000

/** The single classes and ids, with or without the element that has them, that a rule hides whole and no later one shows. */
const hidingRules = (stylesheets: ReadonlyArray<string>): ReadonlySet<string> => {
  const rules = new Map([...hiding.keys()].map((property) => [property, new Set<string>()]))
  let left = longest
  for (const css of stylesheets) {
    if ((left -= css.length) < 0) break
    readStylesheet(css, (selectors, { property, value }) => {
      const hidden = rules.get(property)
      if (hidden === undefined) return
      for (const selector of selectors) {
        const [, element = "", rule] = single.exec(selector) ?? []
        if (rule === undefined) continue
        if (value === hiding.get(property)) hidden.add(element.toLowerCase() + rule)
        else hidden.delete(element.toLowerCase() + rule)
      }
    })
  }
  return new Set([...rules.values()].flatMap((each) => Array.from(each)))
}

const hiding: ReadonlyMap<string, string> = new Map([
  ["display", "none"],
  ["visibility", "hidden"],
])
const single = /^([a-z][a-z0-9]*)?([.#][\w-]+)$/i
