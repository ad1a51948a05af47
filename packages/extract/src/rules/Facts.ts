/**
 * Facts between title and text: what kind of support it is, how much, until when, and whom to ask. They have few words
 * and no sentence, so they read like clutter. A definition list or a table is such facts, and so is a box of pairs: a
 * label and its value. Before the text a box with several numbers is, too: a place, a wage and a date beside icons.
 */
import { type Block, type Holder, regionsOf } from "../model/Block.ts"
import { apartBits, hintNames, wordsInName } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Choice } from "../phases/Choice.ts"
import { chanceWithin, isInCard, keepPart } from "../phases/Part.ts"
import type { UnitRule } from "../phases/Rule.ts"

/** Keeps the facts in a page's `main`, or else in the part of the page that the text is in. */
export const facts: UnitRule = {
  name: "facts",
  case: "The amount of a support and its deadline stand in a list before the text.",
  phase: "unit",
  reads: { elements: ["dl", "main", "table"] },
  run: (choice) => {
    const { declared, kept, page } = choice
    const { blocks, declaredTypes, titleAt } = page
    if (titleAt < 0) return
    const hasMain = blocks.some(isInMain)
    const isText = (block: Block, at: number): boolean =>
      at > titleAt && kept[at] === true && block.prose > 0 && (!hasMain || isInMain(block))
    const types = [...declaredTypes]
    const isEvent = types.some((type) => type.endsWith("event")) || isOfEvent(blocks.find(isText))
    const isBylined = !isEvent && types.some((type) => bylined.test(type))
    const texts = blocks.flatMap((block, at) => (isText(block, at) && boxesAt(block).length === 0 ? [at] : []))
    const own = mostIn(texts, blocks)
    const [start = 0, last = 0] = [own[0], own.at(-1)]
    const text = blocks[own.length === 0 ? -1 : start]
    if (text === undefined) return
    const part = partAround(text)
    // Of a page that is one form, title or text are in it, too.
    const shared = text.holder.regions | (blocks[titleAt]?.holder.regions ?? 0)
    const isElsewhere = (block: Block): boolean =>
      hasMain ? !isInMain(block) : (block.holder.regions & ~shared & surroundings) !== 0
    // The title of a page without a `main` may be a heading within the text, or a product's name far before it.
    const isProduct = declared.prices.size > 0 || types.some((type) => type.includes("product"))
    const from = hasMain || (isProduct && titleAt < part.first) ? titleAt + 1 : part.first
    const intro = texts.slice(0, texts.indexOf(start))
    const isShort = wordsOf(intro, blocks) <= wordsOf(texts, blocks) * maxIntro
    const isLikely = (box: Holder): boolean =>
      chanceWithin(box, choice) >= minChance.before && (isShort || isBox(box) || box.first < (texts[0] ?? 0))
    for (const box of factsIn(blocks, from, start, isElsewhere, isProduct || isBylined ? undefined : numbersAround))
      if (isBylined ? isClear(box, choice) : isLikely(box)) keepWithHeading(box, choice)
    if (isBylined) return
    keepHeadingsBefore(start, choice)
    for (const box of factsIn(blocks, last + 1, part.first + part.blocks, isElsewhere))
      if (!isBox(box) && chanceWithin(box, choice) >= minChance.behind) keepPart(box, choice)
  },
}

// --- private --------------------------------------------------------------------------

/** Types of pages whose facts are who wrote it, and when. */
const bylined = /article|blogposting|og:blog|discussion|qapage|question/
/** The minimum mean chance of a box, by where it stands, and where there is one with author and date, too. */
const minChance = { before: 0.08, bylined: 0.3, behind: 0.1, title: 0.15 }
const minHeading = 0.3
/** Words of a class; a "vevent" is an hCalendar event. */
const eventWords: ReadonlySet<string> = new Set(["event", "events", "vevent"])
/** The share of the text's words up to which those before most of it introduce it. */
const maxIntro = 0.3
/** Maximum words of a box, of a pair, and of a label, and the share of a box's words that its pairs have. */
const maxBoxWords = 200
const maxPairWords = 25
const maxLabelWords = 6
const minPairShare = 0.7

const mainBit = regionsOf("main")
const surroundings = regionsOf("nav", "header", "footer", "aside", "form", "dialog", "label")

const captionBit = hintNames.indexOf("caption")

/** Groups of hints for who wrote or posted something, or for a picture. */
const personBits = ["author", "user", "caption", "message", "review"].map((name) => hintNames.indexOf(name))

/** How many elements above a text its part of a page without a `main` is. */
const maxSteps = 5

/** Whether a box is a list or a table that nobody takes for an author and a date, and none of a card. */
const isClear = (box: Holder, choice: Choice): boolean =>
  isBox(box) && chanceWithin(box, choice) >= minChance.bylined && !isInCard(box, choice)

/** Keeps a box of facts and the heading directly before it, in the same part. */
const keepWithHeading = (box: Holder, choice: Choice): void => {
  keepPart(box, choice)
  const at = box.first - 1
  const block = at > choice.page.titleAt ? choice.page.blocks[at] : undefined
  if (block === undefined || block.holder.parent !== box.parent || block.linked > 0) return
  if (levelOf(block) < textLevel) choice.kept[at] ||= (choice.chances[at] ?? 0) >= minChance.title
}

/** Keeps the headings between kept facts and the text: what they are about. */
const keepHeadingsBefore = (text: number, { chances, kept, page: { blocks } }: Choice): void => {
  let at = text - 1
  while (at >= 0 && levelOf(blocks[at]) < textLevel && (chances[at] ?? 0) >= minHeading) at--
  if (kept[at] === true && levelOf(blocks[at]) === textLevel) kept.fill(true, at + 1, text)
}

/** Whether a text is in an element that is named an event: its page is often declared as an article. */
const isOfEvent = (block: Block | undefined): boolean => {
  let around = block?.holder
  for (let step = 0; step < maxSteps && around !== undefined; step++, around = around.parent)
    if (isEventName(around.kind)) return true
  return false
}

/** Whether a class says event: not "eleventy", and not "pointer-events-none". */
const isEventName = (kind: string): boolean => {
  const words = wordsInName(kind)
  return words.some((word, at) => eventWords.has(word) && words[at - 1] !== "pointer")
}

/** The part of the page that a text is in. */
const partAround = ({ holder }: Block): Holder => {
  let around = holder
  for (let step = 0; step < maxSteps && around.parent?.parent !== undefined; step++) around = around.parent
  return around
}

/** Those of some texts that are in one element, which has the most of their words: others introduce them. */
const mostIn = (texts: ReadonlyArray<number>, blocks: ReadonlyArray<Block>): ReadonlyArray<number> => {
  let [most, words]: [ReadonlyArray<number>, number] = [[], 0]
  for (const own of Map.groupBy(texts, (at) => blocks[at]?.holder.parent).values()) {
    const sum = wordsOf(own, blocks)
    if (sum > words) [most, words] = [own, sum]
  }
  return most
}

const wordsOf = (some: ReadonlyArray<number>, blocks: ReadonlyArray<Block>): number =>
  some.reduce((sum, at) => sum + (blocks[at]?.words ?? 0), 0)

const isInMain = ({ holder }: Block): boolean => (holder.regions & mainBit) !== 0

/** The definition lists and tables around a block, the innermost first. */
const boxesAt = ({ holder }: Block): ReadonlyArray<Holder> => {
  const found: Array<Holder> = []
  for (let at: Holder | undefined = holder; at !== undefined; at = at.parent) if (isBox(at)) found.push(at)
  return found
}

const isBox = ({ name }: Holder): boolean => name === "dl" || name === "table"

/** Finds the box around a block between two others. */
type BoxAround = (block: Block, blocks: ReadonlyArray<Block>, isBetween: (box: Holder) => boolean) => Holder | undefined

/** The boxes between two blocks, and not in another part of the page; `boxAround` finds those without pairs. */
const factsIn = (
  blocks: ReadonlyArray<Block>,
  from: number,
  to: number,
  isElsewhere: (block: Block) => boolean,
  boxAround: BoxAround = () => undefined,
): ReadonlySet<Holder> => {
  const found = new Set<Holder>()
  const isBetween = (box: Holder): boolean => box.first >= from && box.first + box.blocks <= to
  const pairs = pairsIn(blocks, from, to)
  for (let at = from; at < to; at++) {
    const block = blocks[at]
    if (block === undefined || isElsewhere(block)) continue
    let box = boxesAt(block).find(isBetween)
    if (box === undefined && pairs.has(at)) {
      let around: Holder | undefined = block.holder
      while (around !== undefined && isBetween(around) && !isOfPairs(around, blocks, pairs)) around = around.parent
      const own = around !== undefined && isBetween(around) ? around : block.holder
      if (own !== block.holder || isInRow(at, blocks)) box = own
    }
    box ??= boxAround(block, blocks, isBetween)
    if (box !== undefined && isPlain(box, from, to)) found.add(box)
  }
  return found
}

/** The outermost short box around a block that has numbers: amounts, dates and places, without labels. */
const numbersAround: BoxAround = ({ holder }, blocks, isBetween) => {
  let found: Holder | undefined
  let at: Holder | undefined = holder
  for (; at !== undefined && at.words <= maxRowWords && isBetween(at); at = at.parent)
    if (hasNumbers(at, blocks)) found = at
  return found
}

/**
 * Whether half of the blocks of a box have numbers, at least three of them: a date and a reading time are two. It is
 * remembered, because each block of a nested box asks for all boxes around it.
 */
const hasNumbers = (box: Holder, blocks: ReadonlyArray<Block>): boolean => {
  const known = withNumbers.get(box)
  if (known !== undefined) return known
  const { blocks: count, first, links } = box
  const isMenu = links * 3 > count
  const numbered = isMenu ? 0 : blocks.slice(first, first + count).filter(({ text }) => /\d/.test(text)).length
  const has = numbered >= minNumbers && numbered * 2 >= count
  withNumbers.set(box, has)
  return has
}
const withNumbers = new WeakMap<Holder, boolean>()
const minNumbers = 3
const maxRowWords = 80

/** The blocks that are a label with its value, or one of both. */
const pairsIn = (blocks: ReadonlyArray<Block>, from: number, to: number): ReadonlySet<number> => {
  const found = new Set<number>()
  for (let at = from; at < to; at++) {
    const block = blocks[at]
    if (block === undefined || block.words > maxPairWords) continue
    const { holder, text, words } = block
    const { parent } = holder
    const isPair =
      parent?.blocks === 2 && parent.first === at && parent.words <= maxPairWords && !isNamedApart(blocks[at + 1])
    // A heading over a sentence or a link leads to another text.
    if (levelOf(block) < textLevel && (!isPair || parent.prose > 0 || parent.links > 0)) continue
    if (labelled.test(text)) found.add(at)
    if (isPair || (words <= maxLabelWords && /[:：]$/.test(text))) for (const part of [at, at + 1]) found.add(part)
  }
  return found
}

/** Whether a block's own element is named like a share box, a message or the like. */
const isNamedApart = (block: Block | undefined): boolean =>
  apartBits.some((bit) => block?.holder.hinted[bit] === block?.holder)

/** A label and a value after a colon. */
const labelled = /^\p{L}[^:：\d]{1,40}[:：]\s?\S/u

/** Whether a block and a sibling beside it are both a label with its value. */
const isInRow = (at: number, blocks: ReadonlyArray<Block>): boolean => {
  const [own, ...others] = [blocks[at], blocks[at - 1], blocks[at + 1]]
  const isPair = (block: Block | undefined): boolean =>
    block?.holder.blocks === 1 && block.holder.parent === own?.holder.parent && labelled.test(block.text)
  return isPair(own) && others.some(isPair)
}

/** Whether most of a short box are pairs, and more than one. */
const isOfPairs = (
  { blocks: count, first, words }: Holder,
  blocks: ReadonlyArray<Block>,
  pairs: ReadonlySet<number>,
): boolean => {
  if (words > maxBoxWords) return false
  let [own, labels] = [0, 0]
  for (let at = first; at < first + count; at++) {
    if (!pairs.has(at)) continue
    own += blocks[at]?.words ?? 0
    labels += labelled.test(blocks[at]?.text ?? "") ? 2 : 1
  }
  return labels >= 4 && own >= words * minPairShare
}

/** Whether a box is no menu, form or advertisement. What is around title or text, too, says nothing about the box. */
const isPlain = ({ controls, hinted, linked, words }: Holder, from: number, to: number): boolean =>
  words <= maxBoxWords &&
  linked * 2 < words &&
  controls === 0 &&
  ![...apartBits, ...personBits].some((bit) => {
    const named = hinted[bit]
    const isWithin = named !== undefined && named.first >= from && named.first + named.blocks <= to
    return isWithin && (bit !== captionBit || named.images > 0)
  })
