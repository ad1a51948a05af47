/**
 * Which conditional groups of a stylesheet apply for a person at a desk: a screen of 1280 by 800 pixels, in colour, with
 * a mouse, in no hurry. A condition that isn't known is taken to hold: most are there to be met by browsers of today.
 */

/** Whether a list of media queries applies (Media Queries Level 4); an empty one does. */
export const mediaApply = (queries: string): boolean => queries.split(",").some((query) => applies(query.toLowerCase()))

/** Whether a condition of `@supports` holds. What is asked for is supported, unless it is what must not be. */
export const supportsApply = (condition: string): boolean => !/^\s*not\b/i.test(condition)

/** Whether a container may be as a condition asks: none is wider than the screen. Its name may stand before the condition. */
export const containerApplies = (condition: string): boolean => mediaApply(condition.replace(/^\s*[\w-]+\s*(?=\()/, ""))

// --- private --------------------------------------------------------------------------

const screen = { width: 1_280, height: 800 } as const

const applies = (query: string): boolean => {
  const words = query.replace(/\([^()]*\)/g, " ").split(/[^a-z]+/)
  const isNegated = words.includes("not")
  const type = words.find((word) => !keywords.has(word))
  const features = Array.from(query.matchAll(/\(([^()]*)\)/g), ([, feature = ""]) => hasFeature(feature.trim()))
  const holds =
    (type === undefined || type === "screen" || type === "all") &&
    (words.includes("or") ? features.some(Boolean) : features.every(Boolean))
  return holds !== isNegated
}

const keywords: ReadonlySet<string> = new Set(["", "not", "only", "and", "or"])

const hasFeature = (feature: string): boolean => {
  const sized = /^(?:(min|max)-)?(?:device-)?(width|height)\s*(:|[<>]=?)\s*([\d.]+)\s*([a-z]*)$/.exec(feature)
  if (sized !== null) {
    const [, bound, side, sign = ":", number, unit] = sized
    const own = side === "height" ? screen.height : screen.width
    const asked = Number(number) * (unit === "em" || unit === "rem" ? 16 : 1)
    if (bound === "min" || sign.startsWith(">")) return own >= asked
    if (bound === "max" || sign.startsWith("<")) return own <= asked
    return own === asked
  }
  const [name = "", value = ""] = feature.split(":").map((part) => part.trim())
  const own = features.get(name)
  return own === undefined || value === "" || own === value
}

const features: ReadonlyMap<string, string> = new Map([
  ["hover", "hover"],
  ["any-hover", "hover"],
  ["pointer", "fine"],
  ["any-pointer", "fine"],
  ["orientation", "landscape"],
  ["prefers-color-scheme", "light"],
  ["prefers-reduced-motion", "no-preference"],
  ["prefers-contrast", "no-preference"],
  ["forced-colors", "none"],
  ["scripting", "enabled"],
  ["display-mode", "browser"],
])
