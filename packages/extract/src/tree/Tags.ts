/**
 * What the parser knows about each element name: how start and end tags of that name change the open elements
 * (HTML standard, section 13.2.6, as far as real pages need it).
 */
import { limits } from "./Limits.ts"

/** An open element that a start tag closes, unless one of the boundaries is open within it. */
export interface ImpliedEnd {
  readonly name: string
  readonly boundary: ReadonlySet<string>
}

/** The parsing rules of one element name. */
export interface Tag {
  readonly name: string
  /** The element has no content and no end tag. */
  readonly isVoid: boolean
  /** The element stands on lines of its own. */
  readonly isBlock: boolean
  readonly isHeading: boolean
  readonly isTablePart: boolean
  /** Its start tag closes an open paragraph. */
  readonly endsParagraph: boolean
  /** Its end tag closes blocks that were left open within it. */
  readonly closesBlocks: boolean
  readonly implies: ReadonlyArray<ImpliedEnd>
  /** The name under which open elements are counted, if they are. */
  readonly counted: string | undefined
  /** How many of the counted group may be open at once. */
  readonly most: number
}

/** The rules of a name; a name that no stage can use becomes `x-other`. */
export const tagOf = (name: string): Tag => known.get(name) ?? made(elementName.test(name) ? name : "x-other")

/** Elements that stand on lines of their own. */
export const blockNames: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search " +
    "section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
)

/** Table cells and captions: most end tags don't reach beyond them. */
export const cellNames: ReadonlySet<string> = new Set(["caption", "td", "th"])
export const tableOnly: ReadonlySet<string> = new Set(["table"])

// --- private --------------------------------------------------------------------------

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "))

const elementName = /^[a-z][a-z0-9:_-]{0,63}$/
const voidNames = setOf("area base br col embed hr image img input link meta param source track wbr")
const headingNames = setOf("h1 h2 h3 h4 h5 h6")
const tableParts = setOf("caption tbody td tfoot th thead tr")
const withinParagraph = setOf("body html legend optgroup option")
const overBlocks = setOf("a b big code em font i nobr s small strike strong tt u select button object marquee applet")

const groups: ReadonlyMap<string, keyof typeof limits.nested> = new Map([
  ["ul", "list"],
  ["ol", "list"],
  ["dl", "list"],
  ["table", "table"],
  ["blockquote", "blockquote"],
] as const)
const countedNames = setOf("pre form noscript math")

const listNames = setOf("ul ol menu dir td th table")
const definitionNames = setOf("dl td th table")
const rowNames = setOf("tr table")

const ends = (names: string, boundary: ReadonlySet<string>): ReadonlyArray<ImpliedEnd> =>
  names.split(" ").map((name) => ({ name, boundary }))

const implied: ReadonlyMap<string, ReadonlyArray<ImpliedEnd>> = new Map([
  ["li", ends("li", listNames)],
  ["dd", ends("dd dt", definitionNames)],
  ["dt", ends("dd dt", definitionNames)],
  ["td", ends("td th", rowNames)],
  ["th", ends("td th", rowNames)],
  ["tr", ends("tr", tableOnly)],
  ["thead", ends("thead tbody tfoot caption", tableOnly)],
  ["tbody", ends("thead tbody tfoot caption", tableOnly)],
  ["tfoot", ends("thead tbody tfoot caption", tableOnly)],
  ["a", ends("a", cellNames)],
  ["button", ends("button", cellNames)],
])

const made = (name: string): Tag => {
  const group = groups.get(name)
  const isBlock = blockNames.has(name)
  return {
    name: name === "image" ? "img" : name,
    isVoid: voidNames.has(name),
    isBlock,
    isHeading: headingNames.has(name),
    isTablePart: tableParts.has(name),
    endsParagraph: isBlock && !withinParagraph.has(name),
    closesBlocks: isBlock || overBlocks.has(name),
    implies: implied.get(name) ?? [],
    counted: group ?? (countedNames.has(name) ? name : undefined),
    most: group === undefined ? Number.POSITIVE_INFINITY : limits.nested[group],
  }
}

/** Made once for the names that pages use, so that a tag costs one look-up. */
const known: ReadonlyMap<string, Tag> = new Map(
  [
    ...blockNames,
    ...voidNames,
    ...overBlocks,
    ...countedNames,
    "span",
    "label",
    "sup",
    "sub",
    "svg",
    "time",
    "cite",
  ].map((name) => [name, made(name)]),
)
