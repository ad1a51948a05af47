/** The blocks of a page: code, tables with empty cells, and paragraphs. */
import type { Block } from "./Block.ts"
import { codeIn } from "./Code.ts"
import type { Line } from "./LineBuilder.ts"
import { paragraphsOf } from "./Paragraphs.ts"
import { tablesIn } from "./Tables.ts"

/** The blocks of a page. */
export const blocksOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Block> => {
  const code = codeIn(lines)
  const isCode = new Set(code.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)))
  const stretches = [...code, ...tablesIn(lines, (at) => isCode.has(at))].toSorted(
    (one, other) => one.from - other.from,
  )
  let at = 0
  const blocks: Array<Block> = []
  const addText = (to: number): void => {
    for (const paragraph of paragraphsOf(lines.slice(at, to))) blocks.push({ kind: "paragraph", lines: paragraph })
  }
  for (const { block, from, to } of stretches) {
    addText(from)
    blocks.push(block)
    at = to
  }
  addText(lines.length)
  return blocks
}
