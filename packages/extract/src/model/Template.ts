/**
 * Groups blocks by the part of a site's template that makes them: the titles of related stories, a thread's authors, an
 * article's paragraphs. The key is the names and first classes of the elements around them, without digits. A single
 * block of a list of links may read like a sentence; all of them together don't.
 */
import { isElement } from "@porthole/visibility/dom"
import { type Block, type Holder, kindOf } from "./Block.ts"

/** The sums over the blocks of one part. */
export interface Template {
  blocks: number
  words: number
  linked: number
  prose: number
  /** Words within the page's text by its paragraphs. */
  inBest: number
  /** The elements that contain the part. */
  readonly places: Set<Holder | undefined>
}

/** The template of each block. */
export const templatesOf = (blocks: ReadonlyArray<Block>, inBest: ReadonlyArray<boolean>): ReadonlyArray<Template> => {
  const known = new Map<string, Template>()
  return blocks.map((block, at) => {
    const key = keyOf(block)
    const template = known.get(key) ?? { blocks: 0, words: 0, linked: 0, prose: 0, inBest: 0, places: new Set() }
    known.set(key, template)
    template.blocks++
    template.words += block.words
    template.linked += block.linked
    template.prose += block.prose
    if (inBest[at] === true) template.inBest += block.words
    template.places.add(block.holder.parent)
    return template
  })
}

// --- private --------------------------------------------------------------------------

const keyOf = ({ holder, nodes }: Block): string => {
  const first = nodes[0]
  const inner = first !== undefined && isElement(first) ? kindOf(first, first.localName) : ""
  return `${holder.kind}>${holder.parent?.kind}>${holder.parent?.parent?.kind}:${inner}`.replace(/\d+/g, "")
}
