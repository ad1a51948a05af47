/** Lines that are hostile to the terminal's layout. */
import { assert, describe, it } from "vitest"
import * as MarkdownLayout from "../../src/view/MarkdownLayout.ts"
import { style } from "../../src/view/View.ts"

/** The time grows linearly with the length; when it was quadratic, brackets took minutes. */
export const layoutTests = (length: number): void => {
  describe(`a line of ${length} characters, hostile to the layout, is laid out`, () => {
    it.each(["[", "\\[", "![", "[a](", "[a](x", "`", "**a", "|a", "|", "\\|"])("%j", (part) => {
      assert.isNotEmpty(MarkdownLayout.of(style(false), 24, part.repeat(length / part.length)))
    })
  })
}
