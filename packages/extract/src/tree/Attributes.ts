/** Which attributes of an element are kept, and how long their values may be. Every other one would only cost time. */
import { UntrustedText } from "@porthole/core"
import { limits } from "./Limits.ts"

/** An attribute as its source has it, character references read. */
export interface Attribute {
  readonly name: string
  readonly value: string
}

/** The value of the first attribute of a name. */
export const valueOf = (attributes: ReadonlyArray<Attribute>, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value

/** Chooses the attributes of one document's elements. */
export class AttributeFilter {
  /** Attributes that the page's own style sheets select by. */
  private readonly styled = new Set<string>()
  /** Invisible characters that were removed from alternative texts. */
  invisible = 0

  /** Keeps the attributes that a style sheet's selectors ask for. */
  learn(css: string): void {
    for (const [, name = ""] of css.matchAll(/\[\s*([a-z][\w-]{0,60})/gi)) {
      if (this.styled.size < limits.attributes) this.styled.add(name.toLowerCase())
    }
  }

  isUsed(element: string, name: string): boolean {
    return (
      usedNames.has(name) ||
      usedOn.get(element)?.has(name) === true ||
      (imageNames.has(element) && imageAttribute.test(name)) ||
      (this.styled.has(name) && !ownMarks.has(name))
    )
  }

  /** The attributes within the limits, each name once. Attributes that may hide the element are always kept. */
  bounded(attributes: ReadonlyArray<Attribute>): ReadonlyArray<Attribute> {
    if (attributes.length === 0) return attributes
    const kept: Array<Attribute> = []
    for (const { name, value } of attributes) {
      if (kept.length >= limits.attributes && !hidingNames.has(name)) continue
      if (kept.some((before) => before.name === name)) continue
      const short = boundedValue(name, value)
      if (short !== undefined) kept.push({ name, value: name === "alt" ? this.visible(short) : short })
    }
    return kept
  }

  private visible(text: string): string {
    const count = UntrustedText.countInvisible(text)
    this.invisible += count
    return count === 0 ? text : UntrustedText.stripInvisible(text)
  }
}

/** Attributes that may hide an element by themselves, or by which a rule may. */
export const hidingNames: ReadonlySet<string> = new Set(["id", "class", "hidden", "popover", "style", "aria-hidden"])

// --- private --------------------------------------------------------------------------

const usedNames: ReadonlySet<string> = new Set(
  (
    "id class role hidden popover style lang dir rel href src srcset alt type name property content " +
    "itemprop itemtype checked open start colspan rowspan summary datatable width height " +
    "data-lang data-language data-line data-line-number data-footnote-ref data-footnote-backref data-footnotes " +
    "epub:type aria-hidden aria-modal aria-checked aria-controls aria-expanded " +
    "data-target data-bs-target shadowrootmode slot bgcolor color"
  ).split(" "),
)

/** Attributes that stages write themselves: a page has no say in them. */
const ownMarks: ReadonlySet<string> = new Set(
  "data-at data-embed data-level data-math data-note data-ref data-task".split(" "),
)

/** As {@link usedNames}, on some elements only. */
const usedOn: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    style: ["media"],
    li: ["value"],
    ol: ["reversed"],
    label: ["for"],
    input: ["disabled", "value", "autocomplete", "placeholder"],
    select: ["size", "multiple"],
    option: ["selected"],
    math: ["display", "alttext"],
    "mjx-container": ["display"],
    annotation: ["encoding"],
    mfenced: ["close", "separators"],
    iframe: ["title", "data-src", "allowfullscreen", "aria-label", "srcdoc"],
    svg: ["fill"],
    text: ["fill"],
    video: ["title", "aria-label", "autoplay", "controls"],
    audio: ["title", "aria-label", "controls"],
  }).map(([element, names]) => [element, new Set(names)]),
)

const imageNames: ReadonlySet<string> = new Set(["img", "image", "source"])
const imageAttribute = /^data-[a-z0-9_-]{1,60}$/

const addressNames: ReadonlySet<string> = new Set("href src srcset data-src data-srcset content alt alttext".split(" "))

/** A value that may be cut is cut; an address is kept whole or not at all. The last declaration of a style may hide. */
const boundedValue = (name: string, value: string): string | undefined => {
  if (name === "style" || name === "srcdoc") return value
  if (!addressNames.has(name)) return value.slice(0, limits.attribute)
  return value.length <= limits.address ? value : undefined
}
