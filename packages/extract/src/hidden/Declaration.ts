/**
 * Declarations of the properties that decide whether text is seen. Shorthands become longhands, logical properties become
 * physical ones (left to right), and a value that browsers don't accept makes no declaration.
 */
import { colourOf } from "./Colour.ts"

/** A longhand or a custom property with its value in lower case. */
export interface Declaration {
  readonly property: string
  readonly value: string
  readonly isImportant: boolean
}

/** The declarations that one written declaration makes; none if it is invalid or of no interest. */
export const declarationsOf = (name: string, written: string): ReadonlyArray<Declaration> => {
  const bang = /\s*!\s*important\s*$/i.exec(written)
  const isImportant = bang !== null
  const raw = (bang === null ? written : written.slice(0, bang.index)).trim().slice(0, longestValue)
  if (name.startsWith("--")) return [{ property: name, value: raw, isImportant }]
  const property = name.replace(/^-webkit-(?!text-)/, "")
  if (!tracked.has(property) && !shorthands.has(property)) return []
  const value = raw.toLowerCase()
  if (value.includes("var(")) return [{ property, value: raw, isImportant }]
  return longhandsOf(property, value).map(([longhand, own]) => ({ property: longhand, value: own, isImportant }))
}

/** The longhands of a property, with their values; none if a value is invalid. */
export const longhandsOf = (property: string, value: string): ReadonlyArray<readonly [string, string]> => {
  const expand = shorthands.get(property)
  if (property === "all") return isWide(value) ? [["all", value]] : []
  const pairs: ReadonlyArray<readonly [string, string]> = expand === undefined ? [[property, value]] : expand(value)
  return pairs.every(([longhand, own]) => isWide(own) || isValid(longhand, own)) ? pairs : []
}

/** Whether any property takes the keyword. */
export const isWide = (value: string): boolean => /^(?:inherit|initial|unset|revert|revert-layer)$/.test(value)

/** Whether a value may be declared for a property; of a property without a rule any may. */
export const isValid = (property: string, value: string): boolean => {
  if (property.endsWith("color")) return value === "currentcolor" || colourOf(value, false) !== undefined
  return values.get(property)?.test(value) ?? value !== ""
}

/** The parts of a value between white space, functions in one piece. */
export const partsOf = (value: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= value.length; at++) {
    const character = value[at]
    if (character === "(") depth++
    else if (character === ")") depth--
    else if (character === undefined || (depth === 0 && /[\s/,]/.test(character))) {
      if (at > from) parts.push(value.slice(from, at))
      if (character === "," || character === "/") parts.push(character)
      from = at + 1
    }
  }
  return parts
}

// --- private --------------------------------------------------------------------------

const longestValue = 1_000

type Expand = (value: string) => ReadonlyArray<readonly [string, string]>

/** Shorthands of one to four sides: top, right, bottom, left. */
const sides =
  (names: readonly [string, string, string, string]): Expand =>
  (value) => {
    const [top = "", right = top, bottom = top, left = right] = partsOf(value)
    return names.map((name, at) => [name, [top, right, bottom, left][at] ?? ""])
  }

const pair =
  (first: string, second: string): Expand =>
  (value) => {
    const [one = "", other = one] = partsOf(value)
    return [
      [first, one],
      [second, other],
    ]
  }

const same =
  (name: string): Expand =>
  (value) => [[name, value]]

const background: Expand = (value) => {
  if (isWide(value)) return ["color", "image", "clip"].map((part) => [`background-${part}`, value])
  const parts = partsOf(value)
  const last = parts.slice(parts.lastIndexOf(",") + 1)
  const colour = last.find((part) => part === "currentcolor" || colourOf(part, false) !== undefined)
  return [
    ["background-color", colour ?? "transparent"],
    [
      "background-image",
      parts.filter((part) => /^(?:url|[\w-]*gradient|[\w-]*image[\w-]*)\(/.test(part)).join(" ") || "none",
    ],
    ["background-clip", parts.includes("text") ? "text" : "border-box"],
  ]
}

const font: Expand = (value) => {
  if (isWide(value)) return [["font-size", value]]
  const parts = partsOf(value)
  const size =
    parts.find((part) => isLength(part) && !/^[1-9]\d*$/.test(part)) ?? parts.find((part) => sizeWord.test(part))
  const height = parts[parts.indexOf("/") + 1]
  return size === undefined || parts.length < 2
    ? []
    : [
        ["font-size", size],
        ["line-height", parts.includes("/") && height !== undefined ? height : "normal"],
      ]
}

const flex: Expand = (value) => {
  const [grow = "0", , basis] = value === "none" ? ["0", "0", "auto"] : partsOf(value)
  const isBasis = grow === "auto" || isLength(grow) === !/^[\d.]+$/.test(grow)
  return [
    ["flex-grow", isBasis ? "1" : grow],
    ["flex-basis", basis ?? (isBasis ? grow : "0")],
  ]
}

const animation: Expand = (value) => {
  if (isWide(value)) return [["animation-name", "none"]]
  const lists = value.split(/,(?![^(]*\))/).map((one) => {
    const parts = partsOf(one).filter((part) => !timing.test(part))
    const pick = (test: RegExp, initial: string): string => parts.find((part) => test.test(part)) ?? initial
    const known =
      /^(?:[-+]?[\d.]+(?:m?s)?|infinite|forwards|backwards|both|normal|(?:alternate-)?reverse|alternate|running|paused)$/
    return {
      "animation-name": parts.find((part) => !known.test(part)) ?? "none",
      "animation-duration": pick(/^[-+]?[\d.]+m?s$/, "0s"),
      "animation-fill-mode": pick(/^(?:forwards|backwards|both)$/, "none"),
      "animation-direction": pick(/^(?:normal|(?:alternate-)?reverse|alternate)$/, "normal"),
      "animation-iteration-count": pick(/^(?:infinite|[\d.]+)$/, "1"),
      "animation-play-state": pick(/^(?:running|paused)$/, "running"),
    }
  })
  const names = Object.keys(lists[0] ?? {})
  return names.map((name) => [name, lists.map((list) => new Map(Object.entries(list)).get(name) ?? "").join(", ")])
}
const timing =
  /^(?:linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end|steps\(.*|cubic-bezier\(.*|linear\(.*)$/

const shorthands: ReadonlyMap<string, Expand> = new Map<string, Expand>([
  ["all", same("all")],
  ["margin", sides(["margin-top", "margin-right", "margin-bottom", "margin-left"])],
  ["padding", sides(["padding-top", "padding-right", "padding-bottom", "padding-left"])],
  ["inset", sides(["top", "right", "bottom", "left"])],
  ["inset-block", pair("top", "bottom")],
  ["inset-inline", pair("left", "right")],
  ["margin-block", pair("margin-top", "margin-bottom")],
  ["margin-inline", pair("margin-left", "margin-right")],
  ["padding-block", pair("padding-top", "padding-bottom")],
  ["inset-block-start", same("top")],
  ["inset-block-end", same("bottom")],
  ["inset-inline-start", same("left")],
  ["inset-inline-end", same("right")],
  ["margin-block-start", same("margin-top")],
  ["margin-inline-start", same("margin-left")],
  ["block-size", same("height")],
  ["inline-size", same("width")],
  ["max-block-size", same("max-height")],
  ["max-inline-size", same("max-width")],
  ["min-block-size", same("min-height")],
  ["min-inline-size", same("min-width")],
  ["overflow", pair("overflow-x", "overflow-y")],
  ["overflow-inline", same("overflow-x")],
  ["overflow-block", same("overflow-y")],
  ["mask", same("mask-image")],
  ["font", font],
  ["background", background],
  ["flex", flex],
  ["animation", animation],
])

const tracked: ReadonlySet<string> = new Set(
  (
    "display visibility opacity content-visibility filter mask-image clip clip-path position float left right top bottom z-index " +
    "margin-left margin-right margin-top margin-bottom padding-left padding-right padding-top padding-bottom text-indent white-space " +
    "width height min-width min-height max-width max-height overflow-x overflow-y contain line-height font-size " +
    "transform translate scale rotate zoom backface-visibility color -webkit-text-fill-color -webkit-text-stroke -webkit-text-security " +
    "content text-shadow background-color background-image background-clip color-scheme box-shadow fill " +
    "grid-template-rows grid-template-columns flex-grow flex-basis " +
    "animation-name animation-duration animation-fill-mode animation-direction animation-iteration-count animation-play-state"
  ).split(" "),
)

const number = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?"
const computed = "(?:calc|min|max|clamp|env|round|mod|rem|abs|sign|if|anchor|fit-content|calc-size)\\(.*\\)"
const length = `[-+]?0*\\.?0*|${number}(?:[a-z]+|%)|${computed}`
const lengthTest = new RegExp(`^(?:${length})$`)
const isLength = (value: string): boolean => value !== "" && lengthTest.test(value)
const sizeWord = /^(?:(?:xx?|xxx)-)?(?:small|large)$|^medium$|^(?:small|larg)er$/

const outer = "(?:block|inline|run-in)"
const inner = "(?:flow|flow-root|table|flex|grid|ruby|math)"
const displays =
  `none|contents|${outer}|${inner}|inline-(?:block|table|flex|grid)|-webkit-(?:inline-)?(?:box|flex)|` +
  "table-(?:row|cell|column|caption|(?:row|column|header|footer)-group)|ruby-(?:base|text)(?:-container)?|" +
  `${outer}\\s+${inner}|${inner}\\s+${outer}|(?:${outer}\\s+)?(?:flow(?:-root)?\\s+)?list-item`

const box = new RegExp(
  `^(?:auto|none|content|stretch|(?:min|max|fit)-content|-webkit-(?:fill-available|(?:min|max|fit)-content)|${length})$`,
)
const words = (list: string): RegExp => new RegExp(`^(?:${list})$`)
const boxNames =
  "left right top bottom width height min-width min-height max-width max-height margin-left margin-right margin-top margin-bottom " +
  "padding-left padding-right padding-top padding-bottom flex-basis"

const values: ReadonlyMap<string, RegExp> = new Map([
  ["display", words(displays)],
  ["visibility", words("visible|hidden|collapse")],
  ["content-visibility", words("visible|hidden|auto")],
  ["position", words("static|relative|absolute|fixed|sticky|-webkit-sticky")],
  ["overflow-x", words("visible|hidden|clip|scroll|auto|overlay")],
  ["overflow-y", words("visible|hidden|clip|scroll|auto|overlay")],
  ["opacity", new RegExp(`^(?:${number}%?|${computed})$`)],
  ["zoom", new RegExp(`^(?:normal|reset|${number}%?|${computed})$`)],
  ["font-size", new RegExp(`^(?:${length}|(?:(?:xx?|xxx)-)?(?:small|large)|medium|smaller|larger|math)$`)],
  ["text-indent", new RegExp(`^(?:(?:${length}|hanging|each-line)(?:\\s+|$)){1,3}$`)],
  ["clip", /^(?:auto|rect\([^()]*\))$/],
  ...boxNames.split(" ").map((name) => [name, box] as const),
])
