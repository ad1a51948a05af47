/**
 * What `style` attributes and the rules of the page's stylesheets say of a start tag that goes by. There is no tree to ask, so
 * rules that ask for what is around an element have no say.
 */
import type { Attribute } from "../budget/Tokenizer.ts"
import { Cascade, type Values } from "../hidden/Cascade.ts"
import { placeOfTag } from "../hidden/Place.ts"
import { type Cause, hidingsOf, initial, isHeldBack, unseen, within } from "../hidden/Visibility.ts"
import { Tag } from "./Attributes.ts"

/**
 * What conceals a part: the element itself for certain; the size of its letters, but not what is within and has a size of its
 * own; that it is transparent, a rule, or its kind, only where that isn't much of the text.
 */
export type Concealed = "itself" | "letters" | "faded" | "surroundings" | `rule ${string}`

/** What a start tag says: what conceals it, or that its letters have a size where those around it have none. */
export type Said = Concealed | "legible" | undefined

/** What stylesheets and `style` attributes say, read once for all elements that are alike. */
export class Styling {
  private readonly cascade = new Cascade(steps)
  private readonly known = new Map<string, Said>()
  private read = 0

  private readonly stylesheets: ReadonlyArray<string>
  private taken = 0
  private left = longest

  /** To the stylesheets others may be added while the document goes by. */
  constructor(stylesheets: ReadonlyArray<string>) {
    this.stylesheets = stylesheets
  }

  /** What is said of an element of this name and with these attributes. */
  of(name: string, own: ReadonlyArray<Attribute>): Said {
    if (this.taken < this.stylesheets.length) this.take()
    return this.ofAsked(
      name,
      own.flatMap((each) => this.asked(each)),
    )
  }

  /** Reads the stylesheets that came by since the last time. */
  private take(): void {
    for (const css of this.stylesheets.slice(this.taken)) {
      this.cascade.add(css.slice(0, this.left))
      this.left = Math.max(0, this.left - css.length)
    }
    this.taken = this.stylesheets.length
    this.known.clear()
  }

  /** What rules ask for of an attribute: most of what elements carry is for something else. */
  private asked(attribute: Attribute): ReadonlyArray<Attribute> {
    const { attributes, names } = this.cascade.asked
    const name = attribute.name.toLowerCase()
    const { value } = attribute
    if (name === "style" || attributes.has(name)) return [attribute]
    if (name !== "class" && name !== "id") return []
    // A character reference may be one of a name.
    if (value.includes("&")) return [attribute]
    if (name === "id") return names.has(`#${value}`) ? [attribute] : []
    const classes = value.split(/\s+/).filter((each) => names.has(`.${each}`))
    return classes.length === 0 ? [] : [{ name, value: classes.join(" ") }]
  }

  private ofAsked(name: string, asked: ReadonlyArray<Attribute>): Said {
    if (asked.length === 0 && !this.cascade.knowsTag(name)) return undefined
    const tag = new Tag(asked)
    const key = JSON.stringify([name, tag.attributes])
    if (this.known.has(key)) return this.known.get(key)
    const style = tag.getAttribute("style")
    if (style !== null && ++this.read > mostStyles) {
      if (hidingStyle.test(style)) return "itself"
      return this.ofAsked(
        name,
        asked.filter((each) => each.name.toLowerCase() !== "style"),
      )
    }
    const said = this.ask(name, tag)
    if (this.known.size < mostKnown && key.length <= longestKey) this.known.set(key, said)
    return said
  }

  private ask(name: string, tag: Tag): Said {
    const values = this.cascade.valuesOf(placeOfTag(tag, name))
    if (values.size === 0) return undefined
    const inherited = unseen(within(initial, values))
    const causes = [...hidingsOf(values), ...(inherited === undefined ? [] : [inherited])]
    const found = causes.map(concealedBy).filter((each) => each !== undefined)
    const [surest = isLegible(values) ? "legible" : undefined] = [
      ...found.filter((each) => each === "itself"),
      ...found.filter((each) => each === "letters"),
      ...found,
    ]
    return surest
  }
}

// --- private --------------------------------------------------------------------------

/** What a cause makes of it; nothing where it may well be undone by what is within, or by who looks at it. */
const concealedBy = ({ by, ...cause }: Cause): Concealed | undefined => {
  if (cause.way === "letters") return "letters"
  if (cause.way === "opacity") return "faded"
  if (by === undefined) return "itself"
  if (isHeldBack({ by, ...cause })) return state.test(by) ? undefined : `rule ${by}`
  return cause.way === "place" ? "itself" : undefined
}

/** Whether letters can be read even in what has letters of no size. */
const isLegible = (values: Values): boolean =>
  unseen({ ...initial, fontSize: within({ ...initial, fontSize: 0 }, values).fontSize }) === undefined

/** A rule that asks for a state: what it hides is shown when that changes. */
const state = /:not\(|\[/

/** Different `style` attributes that are read; of those after them only the usual words are known. */
const mostStyles = 3_000
const hidingStyle =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity)\s*:\s*0(?:\.0)?(?:px|r?em|pt|%)?\s*(?:[;!]|$)|(?:left|top|text-indent)\s*:\s*-\d{4})/i

/** Elements that differ of which it is known what conceals them, and characters of what tells them apart. */
const mostKnown = 10_000
const longestKey = 300

/** What elements are asked, in all. */
const steps = 200_000

/** Characters of stylesheets that are looked at. */
const longest = 500_000
