/**
 * Finds out from the text of scripts which elements they show when the page loads; no script runs. A script that only
 * answers clicks and the like shows nothing by itself.
 */
import tables from "./css.json" with { type: "json" }

/** The possible effects of a document's scripts. */
export interface Scripts {
  /** Whether a script may give elements this class. */
  readonly isAddedByScript: (name: string) => boolean
  /** Whether a script shows an element that its own style makes transparent or invisible. */
  readonly shows: (element: Element, way: string) => boolean
  /** Whether a rule with these selectors only holds until a script of the page has run. */
  readonly ends: (ruleSelectors: string | undefined) => boolean
  /** Whether a script may give elements other classes, attributes or styles. */
  readonly mayRestyle: boolean
}

/** Analyses the scripts of a document. */
export const scriptsIn = (scripts: ReadonlyArray<Element>): Scripts => {
  const all = scripts.filter((script) => runs.test(script.getAttribute("type") ?? ""))
  const texts = all.map(({ textContent }) => (textContent ?? "").slice(0, maxLength)).filter(isAutomatic)
  const hasFiles = all.some((script) => Boolean(script.getAttribute("src")))
  const quoted = texts.flatMap((text) => text.match(/(["'`])[^"'`\n]{1,80}\1/g) ?? [])
  const isLong = all.some(({ textContent }) => (textContent ?? "").length > maxLength)
  const words = new Set(quoted.flatMap((text) => text.match(/[\w-]+/g) ?? []).slice(0, maxWords))
  const mayRestyle = hasFiles || isLong || texts.some((text) => restyling.test(text))
  return {
    ends: (selectors) => mayRestyle && selectors !== undefined && isUntilScripts(selectors),
    isAddedByScript: (name) => words.has(name) || (hasFiles && revealing.test(name)),
    mayRestyle,
    shows: (element, way) => {
      const effect = effects.get(way)
      const names = [element.id, ...(element.getAttribute("class") ?? "").split(/\s+/)].filter((name) =>
        words.has(name),
      )
      return texts.some((text) => effect?.test(text) === true && names.some((name) => text.includes(name)))
    },
  }
}

// --- private --------------------------------------------------------------------------

const maxLength = 20_000
const maxWords = 2_000

const { automatic, byVisitor, effects: patterns, restyles, revealingClass, type, untilScripts } = tables.scripts
const runs = new RegExp(type, "i")
/** Classes by which external scripts commonly show elements that come into view. */
const revealing = new RegExp(revealingClass, "i")
/** The code with which a script changes how elements look. */
const restyling = new RegExp(restyles)
/** A class of the page as the server sends it. The first script takes it away. */
const beforeScripts = new RegExp(untilScripts)
const isUntilScripts = (selectors: string): boolean => beforeScripts.test(selectors) && !selectors.includes(",")
const startsByVisitor = new RegExp(byVisitor, "i")
const startsItself = new RegExp(automatic)
const isAutomatic = (text: string): boolean => !startsByVisitor.test(text) || startsItself.test(text)
/** The code with which a script shows an element that is hidden in some way. */
const effects: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(patterns).map(([way, pattern]) => [way, new RegExp(pattern)]),
)
