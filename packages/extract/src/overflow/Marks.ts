/** The places of an overflow's parts in the tree: elements that the page itself can't write, for its own attributes of these names are dropped. */
import type { Part } from "./Overflow.ts"

const number = "data-overflow"
const weight = "data-overflow-weight"

/** The mark of a part, to be parsed. It isn't empty, for what is empty is taken out. Its weight is that of the text that it stands for, in characters. */
export const markOf = (part: number, { text }: Part): string =>
  `<pre ${number}="${part}" ${weight}="${text.replace(/\s+/g, "").length}">\u2026</pre>`

/** The attributes of marks. */
export const attributes: ReadonlyArray<string> = [number, weight]

/** Whether an element is a mark. */
export const isMark = (element: Element): boolean => element.localName === "pre" && element.hasAttribute(number)

/** The part whose mark an element is. */
export const partAt = (element: Element, parts: ReadonlyArray<Part>): Part | undefined =>
  isMark(element) ? parts[Number(element.getAttribute(number))] : undefined

/** The weight of what an element stands for; 0 where it is no mark. */
export const weightOfMark = (element: Element): number => (isMark(element) ? Number(element.getAttribute(weight)) : 0)

/** Makes marks what they stand for, as text: for those who want the tree itself. */
export const fillMarks = (root: Element, parts: ReadonlyArray<Part>): void => {
  for (const element of root.querySelectorAll("pre")) {
    const part = partAt(element, parts)
    if (part === undefined) continue
    for (const name of attributes) element.removeAttribute(name)
    element.textContent = part.text
  }
}
