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
  private readonly parts = new Map<string, Said>()
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
    return this.ofAsked(name, own.length === 0 ? own : this.asked(own))
  }

  /** Reads the stylesheets that came by since the last time. */
  private take(): void {
    for (const css of this.stylesheets.slice(this.taken)) {
      this.cascade.add(css.slice(0, this.left))
      this.left = Math.max(0, this.left - css.length)
    }
    this.taken = this.stylesheets.length
    this.known.clear()
    this.parts.clear()
    this.room = mostCharacters
  }

  /** The attributes that rules ask for, and of these what they ask for: most of what elements carry is for something else. */
  private asked(own: ReadonlyArray<Attribute>): ReadonlyArray<Attribute> {
    const { attributes } = this.cascade.asked
    const met = new Set<string>()
    const asked: Array<Attribute> = []
    for (const { name, value } of own) {
      const lower = name.toLowerCase()
      const isWhole = lower === "style" || attributes.has(lower)
      if ((!isWhole && lower !== "class" && lower !== "id") || met.has(lower)) continue
      met.add(lower)
      const kept = isWhole ? value : this.namesIn(lower, value)
      if (kept !== undefined) asked.push({ name: lower, value: kept })
    }
    return asked
  }

  /** Of a class or id what rules know. A character reference may be one of a name. */
  private namesIn(name: string, value: string): string | undefined {
    const { names } = this.cascade.asked
    if (value.includes("&")) return value
    if (name === "id") return names.has(`#${value}`) ? value : undefined
    const classes = value.split(/\s+/).filter((each) => names.has(`.${each}`))
    return classes.length === 0 ? undefined : classes.join(" ")
  }

  private ofAsked(name: string, asked: ReadonlyArray<Attribute>): Said {
    if (asked.length === 0 && !this.cascade.knowsTag(name)) return undefined
    const tag = new Tag(asked)
    const key = keyOf(name, asked)
    if (this.known.has(key)) return this.known.get(key)
    const style = tag.getAttribute("style")
    if (style !== null && ++this.read > mostStyles) {
      const [, concealed] = hidingStyles.find(([words]) => words.test(style)) ?? []
      if (concealed !== undefined) return concealed
      return this.ofAsked(
        name,
        asked.filter((each) => each.name !== "style"),
      )
    }
    if (style === null && (this.known.size >= mostKnown || key.length > this.room)) return this.ofParts(name, asked)
    const said = this.ask(name, tag)
    if (key.length <= this.room) {
      this.room -= key.length
      this.known.set(key, said)
    }
    return said
  }

  /**
   * What is said of an element where too many differ: what any rule says that may be about one of its names or attributes,
   * whatever else it asks for.
   */
  private ofParts(name: string, asked: ReadonlyArray<Attribute>): Said {
    this.cascade.exhaust()
    const parts = asked.flatMap((each) =>
      each.name === "class" ? each.value.split(" ").map((value) => ({ name: "class", value })) : [each],
    )
    if (parts.length > mostParts) return "rule of many"
    const ofTag = this.ofPart(name, undefined)
    return parts.reduce((said, part) => said ?? this.ofPart("", part), ofTag)
  }

  private ofPart(name: string, part: Attribute | undefined): Said {
    const isAny = part === undefined || part.name === "class" || part.name === "id"
    const key = `${name} ${part?.name} ${isAny || this.cascade.knowsValue(part.name, part.value) ? part?.value : ""}`
    if (this.parts.has(key)) return this.parts.get(key)
    const said = this.ask(name, new Tag(part === undefined ? [] : [part]))
    const concealed = said === "legible" ? undefined : said
    this.parts.set(key, concealed)
    return concealed
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

/** What tells elements apart, so that no two that differ are taken for one. */
const keyOf = (name: string, asked: ReadonlyArray<Attribute>): string =>
  asked.reduce((key, each) => `${key} ${each.name}=${each.value.length}:${each.value}`, name)

/** Names and attributes of an element that are looked at one by one. */
const mostParts = 16

/** Elements that differ of which it is known what conceals them, and characters of what tells them apart, of all together. */
const mostKnown = 5_000
const mostCharacters = 3_000_000

/** What elements are asked, in all. */
const steps = 200_000

/** Characters of stylesheets that are looked at. */
const longest = 500_000
