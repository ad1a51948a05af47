/**
 * How the start and end tags of each element name change the open elements (HTML standard, section 13.2.6, as far as
 * real pages need it).
 */
import { limits } from "./Limits.ts"

/** The parsing rules of one element name. */
export interface Tag {
  readonly name: string
  /** The element has no content and no end tag. */
  readonly isVoid: boolean
  /** The element is on lines of its own. */
  readonly isBlock: boolean
  readonly isHeading: boolean
  readonly isTablePart: boolean
  /** Its start tag closes an open paragraph. */
  readonly endsParagraph: boolean
  /** Its start tag closes the innermost open element of `names`, unless an element of `barriers` is open inside it. */
  readonly closes: { readonly names: ReadonlySet<string>; readonly barriers: ReadonlySet<string> } | undefined
  /** Its end tag closes no element in which an element of these names is open. */
  readonly endTagBarriers: ReadonlySet<string>
  /** The name under which open elements are counted, if they are, and the maximum number of open ones. */
  readonly counted: string | undefined
  readonly most: number
  /** White space within the element may count. */
  readonly keepsSpace: boolean
}

/** The rules of a name; a name that no stage can use becomes `x-other`. */
export const tagOf = (name: string): Tag => known.get(name) ?? made(elementName.test(name) ? name : "x-other")

/** The rules of an element in which white space may count although its name doesn't say so. */
export const keepingSpace = (tag: Tag): Tag => (tag.keepsSpace ? tag : { ...tag, keepsSpace: true })

// --- private --------------------------------------------------------------------------

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "))

const blockNames = setOf(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search " +
    "section summary table tbody td tfoot th thead tr ul",
)
const elementName = /^[a-z][a-z0-9:_-]{0,63}$/
const voidNames = setOf("area base br col embed hr image img input link meta param source track wbr")
const headingNames = setOf("h1 h2 h3 h4 h5 h6")
const tableParts = setOf("caption tbody td tfoot th thead tr")
const withinParagraph = setOf("body html legend optgroup option")
/** Elements other than blocks whose end tag also closes unclosed blocks within them. */
const blockClosers = setOf("a b big code em font i nobr s small strike strong tt u select button object marquee applet")
const others = setOf("span label sup sub svg time cite form noscript math")

const groups: ReadonlyMap<string, keyof typeof limits.nested> = new Map([
  ["ul", "list"],
  ["ol", "list"],
  ["dl", "list"],
  ["table", "table"],
  ["blockquote", "blockquote"],
])
const countedNames = setOf("form noscript math")
/** Elements in which white space counts, or may count: styles often show code with its lines. */
const spacedNames = setOf("pre code textarea")

const tableOnly = setOf("table")
/** Table cells and captions: most end tags don't reach beyond them. */
const cellNames = setOf("caption td th")
const sections = { names: setOf("thead tbody tfoot caption"), barriers: tableOnly }
const terms = { names: setOf("dd dt"), barriers: setOf("dl td th table") }
const cells = { names: setOf("td th"), barriers: setOf("tr table") }

const closedElements: ReadonlyMap<string, NonNullable<Tag["closes"]>> = new Map([
  ["li", { names: setOf("li"), barriers: setOf("ul ol menu dir td th table") }],
  ["dd", terms],
  ["dt", terms],
  ["td", cells],
  ["th", cells],
  ["tr", { names: setOf("tr"), barriers: tableOnly }],
  ["thead", sections],
  ["tbody", sections],
  ["tfoot", sections],
  ["a", { names: setOf("a"), barriers: cellNames }],
  ["button", { names: setOf("button"), barriers: cellNames }],
])

const made = (name: string): Tag => {
  const group = groups.get(name)
  const isBlock = blockNames.has(name)
  const isTablePart = tableParts.has(name)
  return {
    name: name === "image" ? "img" : name,
    isVoid: voidNames.has(name),
    isBlock,
    isHeading: headingNames.has(name),
    isTablePart,
    endsParagraph: isBlock && !withinParagraph.has(name),
    closes: closedElements.get(name),
    endTagBarriers:
      isTablePart || name === "table" ? tableOnly : isBlock || blockClosers.has(name) ? cellNames : blockNames,
    counted: group ?? (countedNames.has(name) ? name : undefined),
    most: group === undefined ? Number.POSITIVE_INFINITY : limits.nested[group],
    keepsSpace: spacedNames.has(name),
  }
}

/** Made once for common names, so that a tag costs one lookup. */
const known: ReadonlyMap<string, Tag> = new Map(
  [...blockNames, ...voidNames, ...blockClosers, ...others].map((name) => [name, made(name)]),
)
