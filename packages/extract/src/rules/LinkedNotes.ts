/**
 * Notes behind a text: paragraphs to which it links, and which link back to it. Most are titles and numbers of pages,
 * which read like clutter; without them the marks in the text lead nowhere.
 */
import { elementsIn, isElement } from "@porthole/visibility/dom"
import type { Block } from "../model/Block.ts"
import { isApart } from "../model/Hints.ts"
import { levelOf, textLevel } from "../model/Levels.ts"
import type { Choice } from "../phases/Choice.ts"
import type { UnitRule } from "../phases/Rule.ts"
import { targetsIn } from "./References.ts"

/** Keeps the notes of the kept text. */
export const linkedNotes: UnitRule = {
  name: "linkedNotes",
  case: "A note far behind the text reads like clutter, but a mark in the text leads to it.",
  phase: "unit",
  reads: { elements: ["a"], attributes: ["href", "id"], attributesOn: { name: ["a"] } },
  run: (choice) => {
    const notes = notesBehind(choice)
    if (notes.size === 0) return
    const targets = targetsIn(choice.page.blocks, choice.kept)
    for (const [at, ids] of notes) if (ids.some((id) => targets.has(id))) choice.kept[at] = true
  },
}

// --- private --------------------------------------------------------------------------

/** The chance below which a paragraph is none of the text. */
const minChance = 0.15

/** The paragraphs behind the first kept block that aren't kept and link to a place in the page, with their ids. */
const notesBehind = ({ chances, kept, page }: Choice): ReadonlyMap<number, ReadonlyArray<string>> => {
  const found = new Map<number, ReadonlyArray<string>>()
  for (let at = kept.indexOf(true) + 1; at > 0 && at < kept.length; at++) {
    const block = page.blocks[at]
    if (kept[at] === true || block === undefined || (chances[at] ?? 0) < minChance || !mayBeNote(block)) continue
    const anchors = anchorsIn(block)
    if (!anchors.some((anchor) => anchor.getAttribute("href")?.startsWith("#") === true)) continue
    const ids = [block.element, ...anchors].flatMap((one) => [one.getAttribute("id"), one.getAttribute("name")])
    found.set(
      at,
      ids.filter((id): id is string => id !== null && id !== ""),
    )
  }
  return found
}

const mayBeNote = (block: Block): boolean =>
  block.links > 0 &&
  block.linked * 2 <= block.words &&
  block.controls === 0 &&
  levelOf(block) === textLevel &&
  !isApart(block.holder)

/** The links and anchors of a block. */
const anchorsIn = ({ nodes }: Block): ReadonlyArray<Element> =>
  nodes.flatMap((node) => {
    if (!isElement(node)) return []
    return node.localName === "a" ? [node] : elementsIn(node, ({ localName }) => localName === "a")
  })
