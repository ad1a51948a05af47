import { assert, describe, it } from "@effect/vitest"
import { Extracted } from "@porthole/core"
import * as Result from "effect/Result"
import * as Task from "../../src/isolation/Task.ts"

const links = Array.from({ length: Extracted.maxLinks + 5 }, (_, n) => `https://example.com/${n}`)
const encodedWith = (some: unknown): unknown => {
  const extracted = { title: "Page", content: "Words.", links, text_length: 6 }
  const report = Task.encodeReport({ outcome: Result.succeed(extracted), stages: [], attributes: {} })
  return some === undefined ? report : { ...report, outcome: { extracted: { ...extracted, links: some } } }
}

describe("a report", () => {
  it("carries as many links as the kernel keeps", () => {
    const outcome = Task.decodeReport(encodedWith(undefined))?.outcome
    if (outcome === undefined || Result.isFailure(outcome)) return assert.fail()
    assert.deepStrictEqual(outcome.success.links, links.slice(0, Extracted.maxLinks))
  })

  it.each([
    ["more links", links],
    ["a link that is no text", ["https://example.com/", 1]],
    ["a gap between links", Object.assign([], { 2: "https://example.com/" })],
    ["a text for the links", "https://example.com/"],
  ])("with %s is none", (_, some) => assert.isUndefined(Task.decodeReport(encodedWith(some))))
})
