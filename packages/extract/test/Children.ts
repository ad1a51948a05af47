/** Elements with so many children that no function can take all of them as its arguments. */
import { assert, it } from "@effect/vitest"
import { readHtml } from "./support.ts"

/** The beginnings of the pages, up to the children. */
export const parents = ["<p>", "<p><em>", "<p><a href=/x>", "<table><tr><td>a<td>"]

/** Declares that pages of them are read. */
export const childrenTests = (starts: ReadonlyArray<string>): void =>
  it.each(starts)("an element with very many children is read: %s", (start) =>
    assert.include(readHtml(start + "x<br>".repeat(70_000)).content, "x"),
  )
