/**
 * Whether a page's style shows the text behind a mark while a visitor does something to the mark: the cascade is
 * computed again with the pointer over the mark, and with its box ticked. Something else may hide the text then, too.
 */
import { type Box, boxCauses, clipWithin, scaleOf } from "./Box.ts"
import type { Cascade } from "./Cascade.ts"
import { type Context, initialContext, unseen, within } from "./Context.ts"
import type { Item } from "./Outline.ts"
import type { Values } from "./Values.ts"

/** Whether an element with everything in it is visible while a visitor reaches some elements. */
export const isOpened = (
  cascade: Cascade,
  element: Element,
  { context, index }: Pick<Box, "context" | "index">,
  reached: ReadonlySet<Element>,
): boolean => {
  const item = cascade.itemOf(element)
  const values = item === undefined ? undefined : cascade.openedValues(item, reached)
  if (item === undefined || values === undefined || values === item.values) return false
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (!staysSeen(cascade, outer, reached)) return false
  return boxCauses({ element, values, context, index }).length === 0 && isShown(item, { context, index }, false)

  /** Whether a part is shown, or hidden at other times, too. */
  function isShown(part: Item, place: Pick<Box, "context" | "index">, isChanged: boolean): boolean {
    const opened = cascade.openedValues(part, reached)
    if (opened === undefined) return false
    const hasChanged = isChanged || opened !== part.values
    const box = { element: part.element, values: opened, ...place }
    if (hasChanged && boxCauses(box).length > 0) return boxCauses({ ...box, values: part.values }).length > 0
    const inner = contextIn(box)
    if (hasChanged && part.texts.some(({ data }) => data.trim() !== "") && unseen(inner) !== undefined) return false
    return part.children.every((child, at) => isShown(child, { context: inner, index: at }, hasChanged))
  }
}

// --- private --------------------------------------------------------------------------

const contextIn = (box: Box): Context => ({
  ...within(box.context, box.values),
  scale: box.context.scale * scaleOf(box),
  clip: clipWithin(box),
})

/** Whether the same action hides no element around a text; its own surroundings don't count. */
const staysSeen = (cascade: Cascade, element: Element, reached: ReadonlySet<Element>): boolean => {
  const item = cascade.itemOf(element)
  const values = item === undefined ? undefined : cascade.openedValues(item, reached)
  return values !== undefined && (values === item?.values || isSeenAlone(element, values))
}

const isSeenAlone = (element: Element, values: Values): boolean => {
  const context = initialContext(false)
  const box = { element, values, context, index: 0 }
  return boxCauses(box).length === 0 && unseen(contextIn(box)) === undefined
}
