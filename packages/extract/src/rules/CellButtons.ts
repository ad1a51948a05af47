/**
 * Buttons that are the text of a cell: they are all that it has, and open the row or sort by the column. A button that
 * several rows have, such as one to buy, isn't text.
 */
import { lineOf, nearest } from "@porthole/visibility/dom"
import type { ControlRule } from "../phases/Rule.ts"

/** Writes such buttons as text. */
export const cellButtons: ControlRule = {
  name: "cellButtons",
  case: "A button that is all of a cell is its text, unless rows share it.",
  phase: "control",
  reads: { elements: ["button", "table", "td", "th"] },
  run: (_, { controls }) => {
    const named = controls()
      .filter(({ localName }) => localName === "button")
      .flatMap(nameOf)
    if (named.length === 0) return
    const perCell = Map.groupBy(named, ({ cell }) => cell)
    for (const own of Map.groupBy(named, ({ table }) => table).values()) {
      const perText = Map.groupBy(own, ({ text }) => text)
      const inRows = own.filter(isInRow).length
      for (const { button, cell, text } of own) {
        if (inRows === 1 && isInRow({ cell })) continue
        if (perText.get(text)?.length !== 1 || perCell.get(cell)?.length !== 1 || lineOf(cell) !== text) continue
        const name = button.ownerDocument.createElement("span")
        name.textContent = text
        button.replaceWith(name)
      }
    }
  },
}

// --- private --------------------------------------------------------------------------

interface Name {
  readonly button: Element
  readonly text: string
  readonly cell: Element
  readonly table: Element
}

/** A button with a word in a cell; an empty list for others. */
const nameOf = (button: Element): ReadonlyArray<Name> => {
  let cell = button.parentElement
  for (let step = 1; step < maxSteps && cell !== null && !isCell(cell); step++) cell = cell.parentElement
  if (cell === null || !isCell(cell) || isAlone(cell)) return []
  const [text, table] = [lineOf(button), nearest(cell, "table")]
  return table !== null && /\p{L}{2}/u.test(text) ? [{ button, text, cell, table }] : []
}

/** Whether a cell is behind the first one of its row: a single button there is to buy or to open. */
const isInRow = ({ cell }: Pick<Name, "cell">): boolean =>
  cell.localName === "td" && cell.previousElementSibling !== null

/** How far above a button its cell may be. */
const maxSteps = 3

/** A row of one cell says nothing of what its button names. */
const isAlone = (cell: Element): boolean => cell.parentElement?.childElementCount === 1

const isCell = ({ localName }: Element): boolean => localName === "td" || localName === "th"
