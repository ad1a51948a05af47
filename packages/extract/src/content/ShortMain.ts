/**
 * A short `main` beside menus. By their length the menus would win, but all that the page says is in its `main`. A
 * `main` without text of its own, or beside text, decides nothing: the article may be outside of it.
 */
import { type Block, type Blocks, type Holder, regionsOf } from "../model/Block.ts"
import { unlikeliness } from "../model/Paragraphs.ts"

/** The page's only `main`, or else its only article, if it holds a short text and the rest is menus and the like. */
export const shortMainIn = ({ blocks }: Blocks): Holder | undefined => {
  const mains = outermostIn(blocks, mainBit)
  const [main, second] = mains.size > 0 ? mains : outermostIn(blocks, articleBit)
  if (main === undefined || second !== undefined || main.words >= maxWords) return undefined
  const own = blocks.slice(main.first, main.first + main.blocks)
  return own.some((block) => isText(block, main)) && areMenus(blocks.toSpliced(main.first, main.blocks), main)
    ? main
    : undefined
}

/** Whether the block at an index is in a `main`, and not in navigation or the like within it. */
export const isShownIn = ({ blocks, first, regions }: Holder, { holder }: Block, at: number): boolean =>
  at >= first && at < first + blocks && (holder.regions & ~regions & surroundings) === 0

// --- private --------------------------------------------------------------------------

/** Words of a `main` from which on the model finds it. */
const maxWords = 80
/** Maximum words outside that are neither linked nor in a header or the like (labels, an imprint), and their share. */
const maxLoose = 40
const maxLooseShare = 0.25
/** Words of a text's shortest sentence, and what looks like one and isn't. */
const minSentence = 4
const imprint = /©|\(c\)|\bcopyright\b/i
/** Maximum words of sentences in headers, footers and the like. */
const maxSentences = 80

const [mainBit, articleBit, linkBit] = [regionsOf("main"), regionsOf("article"), regionsOf("link")]
const surroundings = regionsOf("nav", "footer", "aside", "dialog")
const [headerBit, controls] = [regionsOf("header"), regionsOf("form", "label")]

/** The outermost holders of a kind. */
const outermostIn = (blocks: ReadonlyArray<Block>, bit: number): ReadonlySet<Holder> => {
  const found = new Set<Holder>()
  for (const { holder } of blocks) {
    let at = holder
    while (at.parent !== undefined && (at.parent.regions & bit) !== 0) at = at.parent
    if ((at.regions & bit) !== 0) found.add(at)
  }
  return found
}

/** Whether a block in a `main` is text: not a link, a search box or a cookie banner. */
const isText = (block: Block, main: Holder): boolean => !isLinked(block) && !isIn(surroundings | controls, block, main)

/** Whether blocks are many beside a `main`, and all are menus, headers, footers and labels, without a text. */
const areMenus = (blocks: ReadonlyArray<Block>, main: Holder): boolean => {
  let [all, loose, sentences] = [0, 0, 0]
  for (const block of blocks) {
    all += block.words
    if (isLinked(block)) continue
    if (isIn(surroundings | headerBit, block, main)) sentences += block.prose
    else if (isSentence(block) || (block.holder.regions & articleBit) !== 0) return false
    else loose += block.words
  }
  return all * 2 >= main.words && sentences <= maxSentences && loose <= Math.min(maxLoose, all * maxLooseShare)
}

const isSentence = ({ sentences, text, words }: Block): boolean =>
  sentences > 0 && words >= minSentence && !imprint.test(text)

const isLinked = ({ holder, linked, words }: Block): boolean => (holder.regions & linkBit) !== 0 || linked * 2 >= words

/** Whether a block is in one of the regions, or in something with such a name, that isn't around the `main`, too. */
const isIn = (regions: number, { holder }: Block, { parent }: Holder): boolean =>
  (holder.regions & ~(parent?.regions ?? 0) & regions) !== 0 ||
  unlikeliness(holder) > Math.max(0, parent === undefined ? 0 : unlikeliness(parent))
