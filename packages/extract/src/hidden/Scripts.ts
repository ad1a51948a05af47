/**
 * Finds out from the text of scripts which elements they show when the page loads; no script is run. A script that only
 * answers clicks and the like shows nothing by itself.
 */

/** What the scripts of a document may do. */
export interface Scripts {
  /** Whether a script may give elements this class. */
  readonly isLate: (name: string) => boolean
  /** Whether a script shows an element that its own style makes transparent or invisible. */
  readonly shows: (element: Element, way: string) => boolean
}

/** Looks at the scripts of a document. */
export const scriptsIn = (scripts: ReadonlyArray<Element>): Scripts => {
  const all = scripts.filter((script) => runs.test(script.getAttribute("type") ?? ""))
  const texts = all.map((script) => (script.textContent ?? "").slice(0, longest)).filter(isAutomatic)
  const hasFiles = all.some((script) => (script.getAttribute("src") ?? "") !== "")
  const words = new Set<string>()
  for (const text of texts) {
    for (const [, , quoted = ""] of text.matchAll(/(["'`])([^"'`\n]{1,80})\1/g))
      for (const word of quoted.split(/[^\w-]+/)) if (word !== "" && words.size < mostWords) words.add(word)
  }
  return {
    isLate: (name) => words.has(name) || (hasFiles && revealing.test(name)),
    shows: (element, way) => {
      const effect = effects.get(way)
      if (effect === undefined || texts.length === 0) return false
      const names = [element.getAttribute("id") ?? "", ...(element.getAttribute("class") ?? "").split(/\s+/)]
      return texts.some(
        (text) => effect.test(text) && names.some((name) => name !== "" && words.has(name) && text.includes(name)),
      )
    },
  }
}

// --- private --------------------------------------------------------------------------

const longest = 20_000
const mostWords = 2_000

const runs = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i

/** Classes by which scripts in files of their own commonly show what comes into view. */
const revealing =
  /(?:^|[-_])(?:visible|show|shown|in|inview|in-?view|active|loaded|ready|animated?|appear(?:ed)?|reveal(?:ed)?|aos-animate|js)$/i

const isAutomatic = (text: string): boolean =>
  !/click|mouse|pointer|touch|hover|key(?:down|up|press)|submit|toggle/i.test(text) ||
  /IntersectionObserver|DOMContentLoaded|["']load["']|onload|["']scroll["']/.test(text)

const shown = "removeAttribute|removeProperty|cssText|className|classList\\.(?:remove|replace)"
const effects: ReadonlyMap<string, RegExp> = new Map([
  ["opacity", new RegExp(`opacity|animate\\(|fadeIn|fadeTo|${shown}`)],
  ["visibility", new RegExp(`visibility|${shown}`)],
  ["markup", /showPopover|showModal|\.show\(|\.open\s*=/],
])
