/** Tests that facts without labels are found in a page with deep boxes without much work. */
import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { facts } from "../../src/rules/Facts.ts"
import { keptBy, watching } from "./keptBy.ts"

const sentence = "<p>The clerk of works measures the depth of the channel in each spring, before the boats go out.</p>"

/** How often the texts of a page's blocks are read for its facts, with a number of boxes around these. */
const readsOf = (depth: number): number => {
  let reads = 0
  const watch = watching("text", () => reads++)
  const boxes = `${"<div>".repeat(depth)}${"<div>Berth 4</div>".repeat(30)}${"</div>".repeat(depth)}`
  const { body } = parseHTML(
    `<html><body><main><h1>Tides</h1>${boxes}${sentence.repeat(9)}</main></body></html>`,
  ).document
  keptBy(
    body,
    () => 0.9,
    () => true,
    [watch, facts],
  )
  return reads
}

describe("the facts without labels of nested boxes", () => {
  it("are read once for each box, not for each block in it", () => {
    assert.isBelow(readsOf(60) - readsOf(30), 2 * 30 * 30)
  })
})
