/**
 * A page's Markdown as blocks: paragraphs, list items, table rows and code, each with the headings above it.
 *
 * It reads lines, not CommonMark: headings that begin with `#`, fences, tables with leading bars, lists, and paragraphs
 * between blank lines. Everything else is a paragraph. The cost is linear in the text, and a text has a bounded number
 * of blocks and headings.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import * as CodeFence from "./CodeFence.ts"

/** A heading of a page; `start` and `end` are offsets of its line in UTF-16 units. */
export interface Heading {
  readonly start: number
  readonly end: number
  /** 1 to 6. */
  readonly level: number
  /** Its words without markup, at most {@link maxHeadingLength} characters. */
  readonly text: string
}

export type BlockKind = "paragraph" | "item" | "row" | "code"

/** A part of a page that stays together. `text.slice(start, end)` is its Markdown. */
export interface Block {
  readonly kind: BlockKind
  readonly start: number
  readonly end: number
  /** The headings above it, the outermost first, as indices into {@link Blocks.headings}. */
  readonly trail: ReadonlyArray<number>
  /** The block that introduces it: a table's header, the paragraph `…:` before a list, a short line above. */
  readonly lead: number | undefined
}

/** A page in blocks, in the order of the text. */
export interface Blocks {
  readonly blocks: ReadonlyArray<Block>
  readonly headings: ReadonlyArray<Heading>
}

/** Maximum characters of a heading's words. */
export const maxHeadingLength = 500

/**
 * Maximum number of blocks of their own. Later ones are joined to blocks of about {@link maxJoinedLength} characters,
 * so that a page of a million tiny paragraphs takes bounded memory.
 */
export const maxBlocks = 65_536

/**
 * Finds the blocks of a text, in slices of time. Text from `mainLength` on lies outside the main content, so no
 * heading, list or fence of the main content reaches into it.
 */
export const parse = Effect.fnUntraced(function* (text: string, mainLength: number): Effect.fn.Return<Blocks> {
  const reading = new Reading(text)
  const slice = TimeSlice.begin()
  if (text.length > TimeSlice.length) yield* TimeSlice.next
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start)
    if (start >= mainLength && start > 0) reading.leaveMain()
    reading.line(start, end)
    if (slice.spend(end - start + unitsOfLine)) yield* TimeSlice.next
    start = end + 1
  }
  reading.close()
  return reading
})

/** The target of a link, with at most one level of parentheses, and its title. */
export const linkTarget = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]{0,300}")?\)/g

/** Markdown without invisible parts: the targets of links and images, and emphasis marks. */
export const shown = (markdown: string): string => markdown.replace(linkTarget, "] ").replace(/[*_`\\[\]]/g, "")

// --- private --------------------------------------------------------------------------

/** The cost of a line beside that of its characters. */
const unitsOfLine = 16

/** Maximum characters of a block beyond {@link maxBlocks} that takes in the next one. */
const maxJoinedLength = 1_000

/** Maximum characters of a heading's line that are read: its words, and the targets of its links. */
const maxHeadingLineLength = 4_000

/** Maximum characters of all headings. Later ones count as paragraphs. */
const maxHeadingCharacters = 262_144

/** Maximum characters of a line that may be a heading without markup. */
const maxTitleLength = 60

/** The number of paragraphs that such a line introduces. */
const titledParagraphs = 3

/** Maximum characters of a list item with its paragraphs; later paragraphs are blocks of their own. */
const maxItemLength = 700

const heading = /^ {0,3}(#{1,6})[ \t]/
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
const row = /^[ \t]*\|/
const rule = /^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/
const introduces = /[:：][*_]*$/

/** A short line of its own, with a word. It is often a heading, especially in PDFs. */
const isTitle = (text: string): boolean =>
  text.length <= maxTitleLength && !text.includes("\n") && /\p{L}{3}/u.test(text)

/** A block that introduces those below it. */
interface Introduction {
  readonly block: number
  /** The number of paragraphs that it introduces besides the list that follows. */
  readonly paragraphs: number
}

interface Open {
  readonly kind: BlockKind
  readonly start: number
  end: number
}

class Reading implements Blocks {
  readonly blocks: Array<Block> = []
  readonly headings: Array<Heading> = []
  #trail: ReadonlyArray<number> = []
  #open: Open | undefined
  /** The mark that ends the open code. */
  #fence: string | undefined
  #introduction: Introduction | undefined
  /** The header of the open table. */
  #header: number | undefined
  #isMain = true
  /** The offset up to which the open item is known to continue. */
  #continuesTo = 0
  #headingCharacters = 0

  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  line(start: number, end: number): void {
    const line = this.#text.slice(start, Math.min(end, start + maxPrefixLength))
    if (this.#fence !== undefined) return this.#codeLine(line, end)
    if (line.trim() === "") return this.#blankLine(end)
    const mark = CodeFence.opening(line)
    if (mark !== undefined) return this.#fenceLine(mark, start, end)
    const [, marks] = heading.exec(line) ?? []
    if (marks !== undefined && this.#headingCharacters < maxHeadingCharacters)
      return this.#headingLine(marks.length, start, end)
    if (row.test(line)) return this.#rowLine(start, end)
    this.#header = undefined
    if (item.test(line)) {
      this.close()
      this.#open = { kind: "item", start, end }
    } else if (this.#open === undefined) this.#open = { kind: "paragraph", start, end }
    else this.#open.end = end
  }

  /** Ends the open block. */
  close(): void {
    const open = this.#open
    this.#open = undefined
    if (open === undefined) return
    const above = this.#introduction
    if (open.kind === "item") return this.#push(open.kind, open.start, open.end, above?.block)
    const text = this.#text.slice(open.start, Math.min(open.end, open.start + maxPrefixLength)).trim()
    const isAbove = open.kind === "paragraph" && isTitle(text)
    const isBelow = above !== undefined && above.paragraphs > 0 && !isAbove
    this.#push(open.kind, open.start, open.end, isBelow ? above.block : undefined)
    const block = this.blocks.length - 1
    if (isAbove) this.#introduction = { block, paragraphs: titledParagraphs }
    else if (open.kind === "paragraph" && introduces.test(this.#endOf(open)))
      this.#introduction = { block, paragraphs: 0 }
    else this.#introduction = isBelow ? { block: above.block, paragraphs: above.paragraphs - 1 } : undefined
  }

  leaveMain(): void {
    if (!this.#isMain) return
    this.close()
    this.#isMain = false
    this.#trail = []
    this.#fence = this.#introduction = this.#header = undefined
  }

  #endOf({ end, start }: Open): string {
    return this.#text.slice(Math.max(start, end - 8), end).trimEnd()
  }

  #codeLine(line: string, end: number): void {
    if (this.#open !== undefined) this.#open.end = end
    if (this.#fence === undefined || !CodeFence.closes(line, this.#fence)) return
    this.#fence = undefined
    if (this.#open?.kind === "code") this.close()
  }

  #blankLine(end: number): void {
    this.#header = undefined
    if (this.#open?.kind !== "item" || !this.#continues(this.#open, end + 1)) this.close()
  }

  /**
   * Whether the next line that isn't blank belongs to an item: it is indented further, and isn't an item itself. The
   * answer holds for all blank lines before that line, so it is found once for them.
   */
  #continues(open: Open, after: number): boolean {
    if (after <= this.#continuesTo) return true
    let start = after
    while (start < this.#text.length && start - open.start <= maxItemLength) {
      const prefix = this.#text.slice(start, start + maxPrefixLength)
      const line = prefix.slice(0, endOfLine(prefix, 0))
      if (line.trim() === "") {
        start += line.length + 1
        continue
      }
      this.#continuesTo = start
      const isWithin = indentOf(line) > indentOf(this.#text.slice(open.start, open.start + maxPrefixLength))
      return isWithin && !item.test(line) && start + line.length - open.start <= maxItemLength
    }
    return false
  }

  #fenceLine(mark: string, start: number, end: number): void {
    this.#fence = mark
    if (this.#open?.kind === "item") this.#open.end = end
    else {
      this.close()
      this.#open = { kind: "code", start, end }
    }
  }

  #headingLine(level: number, start: number, end: number): void {
    this.close()
    const above = this.#trail.filter((index) => (this.headings[index]?.level ?? 0) < level)
    const line = this.#text.slice(start, Math.min(end, start + maxHeadingLineLength))
    const text = wordsOf(shown(line)).slice(0, maxHeadingLength)
    this.headings.push({ start, end, level, text })
    this.#headingCharacters += text.length + unitsOfLine
    this.#trail = [...above, this.headings.length - 1]
    this.#introduction = this.#header = undefined
  }

  #rowLine(start: number, end: number): void {
    this.close()
    const line = this.#text.slice(start, end)
    const last = this.blocks.at(-1)
    const isBelow = last?.kind === "row" && last.trail === this.#trail
    if (this.#header === undefined && isBelow && line.length < maxRuleLength && rule.test(line)) {
      // The rule below a header belongs to the header, but not across a heading.
      this.blocks[this.blocks.length - 1] = { ...last, end }
      this.#header = this.blocks.length - 1
    } else this.#push("row", start, end, this.#header)
  }

  #push(kind: BlockKind, start: number, end: number, lead: number | undefined): void {
    const trimmed = start + this.#text.slice(start, end).trimEnd().length
    if (trimmed === start) return
    const last = this.blocks.length < maxBlocks ? undefined : this.blocks.at(-1)
    if (last?.trail === this.#trail && trimmed - last.start <= maxJoinedLength)
      this.blocks[this.blocks.length - 1] = { ...last, end: trimmed }
    else this.blocks.push({ kind, start, end: trimmed, trail: this.#trail, lead })
  }
}

/** Maximum characters of a line's beginning that decide its kind. */
const maxPrefixLength = 1_000

/** Maximum characters of the line below a table's header. */
const maxRuleLength = 5_000

const endOfLine = (text: string, start: number): number => {
  const end = text.indexOf("\n", start)
  return end === -1 ? text.length : end
}

/** The words of a heading's line: without the marks before and after them. */
const wordsOf = (line: string): string => {
  const words = line.replace(/^ *#+\s*/, "").trimEnd()
  let end = words.length
  while (words.charAt(end - 1) === "#") end--
  return words.slice(0, end).trimEnd()
}

const indentOf = (line: string): number => line.length - line.trimStart().length
