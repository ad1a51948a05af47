/**
 * What `style` attributes and the rules of the page's stylesheets say of a start tag that goes by. There is no tree to ask, so
 * rules that ask for what is around an element have no say.
 */
import type { Attribute } from "../budget/Tokenizer.ts"
import { Cascade, type Values } from "../hidden/Cascade.ts"
import type { Declaration } from "../hidden/Css.ts"
import { placeOfTag } from "../hidden/Place.ts"
import { type Cause, hidingsOf, initial, isHeldBack, unseen, within } from "../hidden/Visibility.ts"
import { Tag } from "./Attributes.ts"

/**
 * What conceals a part: the element itself for certain; the size of its letters, but not what is within and has a size of its
 * own; that it is transparent, a rule, or its kind, only where that isn't much of the text. So it is with the size that a rule
 * gives letters, for another rule may ask for what is around, and give those within one that can be read.
 */
export type Concealed = "itself" | "letters" | "faded" | "surroundings" | `rule ${string}` | `letters ${string}`

/** What a start tag says: what conceals it, or that its letters have a size where those around it have none. */
export type Said = Concealed | "legible" | undefined

/** Whether it is the size of letters that conceals. */
export const isOfLetters = (concealed: Concealed): boolean => /^letters(?: |$)/.test(concealed)

/** What stylesheets and `style` attributes say, read once for all elements that are alike. */
export class Styling {
  private readonly cascade = new Cascade({ mostSteps: steps, knowsAround: false, believes })
  private readonly known = new Map<string, Said>()
  private read = 0
  /** How many characters may still be kept of what tells elements apart. */
  private room = mostCharacters
  private readonly stylesheets: ReadonlyArray<string>
  private taken = 0
  private left = longest

  /** To the stylesheets others may be added while the document goes by. */
  constructor(stylesheets: ReadonlyArray<string>) {
    this.stylesheets = stylesheets
  }

  /** What is said of an element of this name and with these attributes; of two of one name the first counts. */
  of(name: string, own: ReadonlyArray<Attribute>): Said {
    if (this.taken < this.stylesheets.length) this.take()
    const firsts = new Map<string, Attribute>()
    for (const each of own) {
      const lower = each.name.toLowerCase()
      if (!firsts.has(lower)) firsts.set(lower, each)
    }
    return this.ofAsked(
      name,
      Array.from(firsts.values()).flatMap((each) => this.asked(each)),
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
    this.room = mostCharacters
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
    const key = JSON.stringify([name, ...asked.map((each) => [each.name, each.value])])
    if (this.known.has(key)) return this.known.get(key)
    const style = tag.getAttribute("style")
    if (style !== null && ++this.read > mostStyles) {
      const [, concealed] = hidingStyles.find(([words]) => words.test(style)) ?? []
      if (concealed !== undefined) return concealed
      return this.ofAsked(
        name,
        asked.filter((each) => each.name.toLowerCase() !== "style"),
      )
    }
    const said = this.ask(name, tag)
    if (this.known.size < mostKnown && key.length <= this.room) {
      this.room -= key.length
      this.known.set(key, said)
    }
    return said
  }

  private ask(name: string, tag: Tag): Said {
    const values = this.cascade.valuesOf(placeOfTag(tag, name))
    if (values.size === 0) return undefined
    const context = within(initial, values)
    // Of what isn't visible the letters may have no size as well, which is surer.
    const inherited = [unseen(context), unseen({ ...context, visibility: undefined })]
    const causes = [...hidingsOf(values), ...inherited].filter((each) => each !== undefined)
    const found = causes.map(concealedBy).filter((each) => each !== undefined)
    const other = found.find((each) => !isOfLetters(each))
    const letters = found.find(isOfLetters)
    // A size of its own shows nothing within what is hidden in another way, too.
    if (found.includes("itself") || (letters === "letters" && other !== undefined)) return "itself"
    return other ?? letters ?? (isLegible(values) ? "legible" : undefined)
  }
}

// --- private --------------------------------------------------------------------------

/** What a cause makes of it; nothing where it may well be undone by what is within, or by who looks at it. */
const concealedBy = ({ by, ...cause }: Cause): Concealed | undefined => {
  if (cause.way === "letters") return by === undefined ? "letters" : `letters ${by}`
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

/** Such a rule's word for not showing something is passed over, and what else hides that holds. */
const believes = (selector: string, { property, value }: Declaration): boolean =>
  !(state.test(selector) && /^(?:display|visibility)$/.test(property) && /^(?:none|hidden|collapse)$/.test(value))

/** Different `style` attributes that are read; of those after them only the usual words are known. */
const mostStyles = 3_000
const hidingStyles: ReadonlyArray<readonly [words: RegExp, concealed: Concealed]> = [
  [/(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{4})/i, "itself"],
  [/(?:^|[;\s])font-size\s*:\s*0(?:\.0)?(?:px|r?em|pt|%)?\s*(?:[;!]|$)/i, "letters"],
  [/(?:^|[;\s])opacity\s*:\s*0(?:\.0)?%?\s*(?:[;!]|$)/i, "faded"],
]

/** Elements that differ of which it is known what conceals them, and characters of what tells them apart, of all together. */
const mostKnown = 10_000
const mostCharacters = 3_000_000

/** What elements are asked, in all. */
const steps = 200_000

/** Characters of stylesheets that are looked at. */
const longest = 500_000
