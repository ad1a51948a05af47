/**
 * Which attributes of an element are kept, the maximum length of their values, and whether an element may hide its
 * text, by its start tag alone. `@porthole/visibility` decides later which elements really are hidden.
 */
import { isScreenReaderClass } from "@porthole/visibility"
import { memoized } from "@porthole/visibility/dom"
import { limits } from "./Limits.ts"

/** An attribute as in the source, with character references decoded. */
export interface Attribute {
  readonly name: string
  readonly value: string
}

/** The value of the first attribute of a name. */
export const valueOf = (attributes: ReadonlyArray<Attribute>, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value

/** What reads attributes: those that it reads of any element, and by their names those of some elements only. */
export interface AttributeReads {
  readonly attributes?: ReadonlyArray<string>
  readonly attributesOn?: Readonly<Record<string, ReadonlyArray<string>>>
}

/** The names of attributes that something reads: of any element, and of elements by their names. */
export interface AttributeNames {
  readonly any: ReadonlySet<string>
  readonly on: ReadonlyMap<string, ReadonlySet<string>>
}

/** The names that the reader's own stages read, with those that others read. */
export const namesRead = (others: ReadonlyArray<AttributeReads>): AttributeNames => {
  const on = new Map(Array.from(usedOn, ([element, names]) => [element, new Set(names)]))
  for (const { attributesOn = {} } of others)
    for (const [name, elements] of Object.entries(attributesOn))
      for (const element of elements) on.set(element, (on.get(element) ?? new Set()).add(name))
  return { any: new Set([...usedNames, ...others.flatMap(({ attributes = [] }) => attributes)]), on }
}

/** Filters the attributes of one document's elements. */
export class Attributes {
  /** The names that something reads. */
  private readonly names: AttributeNames
  /** Attributes that selectors of the page's own style sheets name. */
  private readonly selectable = new Set<string>()
  /** Elements, classes and identifiers in selectors of rules that may hide. */
  private readonly hiding = new Set<string>()

  /** Elements, classes and identifiers to which rules give white space that counts. */
  private readonly spaced = new Set<string>()

  constructor(names: AttributeNames) {
    this.names = names
  }

  /** Reads a style sheet of the document. */
  learn(css: string): void {
    for (const [, name = ""] of css.matchAll(/\[\s*([a-z][\w-]{0,60})/gi))
      if (this.selectable.size < limits.attributes) this.selectable.add(name.toLowerCase())
    const mayKeepSpace = spacingDeclaration.test(css)
    for (const rule of css.split("}")) {
      const brace = rule.lastIndexOf("{")
      if (brace === -1) continue
      const declarations = rule.slice(brace)
      if (mayKeepSpace && spacingDeclaration.test(declarations))
        for (const selector of rule.slice(0, brace).split(","))
          for (const [name] of subjectOf(selector).matchAll(simpleSelector)) this.spaced.add(name)
      if (!hidingDeclaration.test(declarations)) continue
      for (const [name] of rule.slice(0, brace).matchAll(simpleSelector)) this.hiding.add(name)
    }
  }

  isUsed(element: string, name: string): boolean {
    return (
      this.names.any.has(name) ||
      this.names.on.get(element)?.has(name) === true ||
      (name.startsWith("data-") && (pictures.has(element) || element.endsWith("-img"))) ||
      (this.selectable.has(name) && !ownMarks.has(name))
    )
  }

  /** The attributes within the limits, each name once. Attributes that may hide the element are always kept. */
  bounded(attributes: ReadonlyArray<Attribute>): ReadonlyArray<Attribute> {
    const kept: Array<Attribute> = []
    for (const { name: written, value } of attributes) {
      // Only stages write the attribute of this name.
      const name = written === "data-math" ? "data-tex" : written
      if (kept.length >= limits.attributes && !hidingNames.has(name)) continue
      if (kept.some((before) => before.name === name)) continue
      const short = boundedValue(name, value)
      if (short !== undefined) kept.push({ name, value: short })
    }
    return kept
  }

  /** Whether an element may hide its text. */
  mayHide(element: string, attributes: ReadonlyArray<Attribute>): boolean {
    if (this.hiding.has(element)) return true
    return attributes.some(({ name, value }) => {
      if (name === "style") return hidingDeclaration.test(value)
      if (name === "id") return this.hiding.has(`#${value}`)
      if (name !== "class") return hidingNames.has(name)
      return isScreenReaderClass(value) || value.split(/\s+/).some((part) => this.hiding.has(`.${part}`))
    })
  }

  /**
   * Whether white space may count in an element, by its style, a rule, or a name that code has: an external style sheet
   * may then contain the rule.
   */
  mayKeepSpace(element: string, attributes: ReadonlyArray<Attribute>): boolean {
    if (this.spaced.has(element)) return true
    return attributes.some(({ name, value }) => {
      if (name === "style") return spacingDeclaration.test(value)
      if (name === "class") return hasCodeClass(value) || (this.spaced.size > 0 && this.isSpacedClass(value))
      return name === "data-line-number" || (name === "id" && this.spaced.has(`#${value}`))
    })
  }

  private isSpacedClass(value: string): boolean {
    return value.split(/\s+/).some((part) => this.spaced.has(`.${part}`))
  }
}

/** Attributes that only stages may write; a page's own are dropped. */
export const ownMarks: ReadonlySet<string> = new Set(
  "data-behind data-embed data-math data-note data-ref data-space data-task".split(" "),
)

// --- private --------------------------------------------------------------------------

const simpleSelector = /[.#]?-?[a-z_][\w-]*/gi

/** The last compound of a selector, without its pseudo-classes: the elements that its rule is about. */
const subjectOf = (selector: string): string =>
  selector
    .trim()
    .split(/[\s>+~]+/)
    .at(-1)
    ?.split(":", 1)[0] ?? ""

/** A declaration by which line breaks or spaces count. */
const spacingDeclaration = /white-space(?:-collapse)?\s*:\s*(?:pre|break|preserve)/i

const hasCodeClass = memoized(2_000, (classes) => codeClass.test(classes))

/** Class names of code and its lines. */
const codeClass = /(?:^|[\s_-])(?:code|lines?|highlight|source|blob|ace|cm|chroma|CodeMirror)(?:[\s_-]|$)/

/** Attributes that may hide an element, or that a selector of a hiding rule may name. */
const hidingNames: ReadonlySet<string> = new Set(["id", "class", "hidden", "popover", "style", "aria-hidden"])

/** Declarations that may hide; comments and escapes may contain anything. */
const hidingDeclaration = new RegExp(
  "display\\s*:\\s*none|visibility\\s*:\\s*(?:hidden|collapse)|" +
    "(?:opacity|font-size|font|width|height|scale)\\s*:\\s*0(?!\\.?\\d)|-\\d{3,}|clip|transparent|\\\\|/\\*",
  "i",
)

/** Attributes that the stages read, without those that only rules read. */
const usedNames: ReadonlySet<string> = new Set(
  (
    "id class role hidden inert popover style lang dir rel href src srcset alt type name property content " +
    "itemprop itemtype checked open start colspan rowspan summary datatable width height datetime " +
    "data-line data-line-number data-definition aria-hidden aria-label aria-labelledby aria-modal aria-controls " +
    "aria-expanded data-target data-bs-target data-toggle data-bs-toggle onclick x-data x-show @click x-on:click " +
    "aria-describedby popovertarget data-tex data-formula data-latex data-math " +
    "shadowrootmode slot bgcolor color mathcolor mathbackground mathsize"
  ).split(" "),
)

/** Pictures, in any of whose data attributes lazy loading may keep the address. */
const pictures: ReadonlySet<string> = new Set(["img", "amp-anim", "image", "source"])

/** Attributes of drawings that may hide their text. */
const presentation = "fill fill-opacity opacity visibility display font-size transform"

/** Like {@link usedNames}, on some elements only. */
const usedOn: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    style: "media",
    link: "disabled media",
    li: "value",
    ol: "reversed",
    button: "disabled",
    fieldset: "disabled",
    input: "disabled readonly",
    textarea: "disabled readonly",
    select: "disabled",
    option: "selected",
    math: "display alttext",
    "mjx-container": "display",
    annotation: "encoding",
    mfrac: "linethickness",
    menclose: "notation",
    mfenced: "close separators",
    iframe: "srcdoc",
    svg: `${presentation} viewbox`,
    g: presentation,
    text: presentation,
    tspan: presentation,
    textpath: presentation,
  }).map(([element, names]) => [element, new Set(names.split(" "))]),
)

/** A part of a formula would be another one. */
const texNames: ReadonlySet<string> = new Set(["data-tex", "data-formula", "data-latex"])

const addressNames: ReadonlySet<string> = new Set("href src srcset content alt alttext".split(" "))

/** Whether a value may be an address, or must be whole for another reason. */
const isWhole = (name: string, value: string): boolean =>
  addressNames.has(name) || texNames.has(name) || (name.startsWith("data-") && value.includes("/"))

/**
 * A value within the limits: an address is kept whole or not at all, and other values are cut. A style is kept whole,
 * because its last declaration may hide the element, and so is `srcdoc`, a document.
 */
const boundedValue = (name: string, value: string): string | undefined => {
  if (value.length <= limits.attribute || name === "style" || name === "srcdoc") return value
  if (!isWhole(name, value)) return value.slice(0, limits.attribute)
  return value.length <= limits.address ? value : undefined
}
