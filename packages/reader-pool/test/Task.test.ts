import { assert, describe, it } from "@effect/vitest"
import { Extracted, WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as Task from "../src/Task.ts"

const links = Array.from({ length: Extracted.maxLinks + 5 }, (_, n) => `https://example.com/${n}`)
const encodedWith = (some: unknown): unknown => {
  const extracted = { title: "Page", content: "Words.", links, text_length: 6 }
  const report = Task.encodeReport({ outcome: Result.succeed(extracted), stages: [], attributes: {} })
  return some === undefined ? report : { ...report, outcome: { extracted: { ...extracted, links: some } } }
}

const failed = Task.failedReport(WebError.make({ error: "extraction_failed", message: "It failed." }))
const stage = { name: "parse", elements: 1, characters: 1, ms: 1 }
const attributesOf = (length: number) => Object.fromEntries(Array.from({ length }, (_, n) => [`name ${n}`, "value"]))
const outcomeWith = (more: object) => ({
  extracted: { title: "Page", content: "Words.", links: [], text_length: 6, ...more },
})

describe("a report", () => {
  it("carries as many links as the kernel keeps", () => {
    const outcome = Task.decodeReport(encodedWith(undefined))?.outcome
    if (outcome === undefined || Result.isFailure(outcome)) return assert.fail()
    assert.deepStrictEqual(outcome.success.links, links.slice(0, Extracted.maxLinks))
  })

  it("carries the first stages and attributes", () => {
    const stages = Array.from({ length: Task.maxNotes + 5 }, (_, n) => ({ ...stage, note: `Note ${n}` }))
    const report = { ...failed, stages, attributes: attributesOf(Task.maxNotes + 5) }
    const { attributes, stages: kept } = Task.decodeReport(Task.encodeReport(report)) ?? failed
    assert.deepStrictEqual(kept, stages.slice(0, Task.maxNotes))
    assert.deepStrictEqual(attributes, attributesOf(Task.maxNotes))
  })

  it.each<readonly [string, object]>([
    ["attributes", { attributes: attributesOf(300_000) }],
    ["stages", { stages: Array.from({ length: 300_000 }, () => stage) }],
    ["reductions", { outcome: outcomeWith({ reduced: Array.from({ length: 300_000 }, () => ({ part: "rows" })) }) }],
  ])("with hundreds of thousands of %s is none", (_, some) => {
    const report = Task.encodeReport(failed)
    assert.isDefined(Task.decodeReport(report))
    assert.isUndefined(Task.decodeReport({ ...report, ...some }))
  })

  it.each([
    ["more links", links],
    ["a link that is no text", ["https://example.com/", 1]],
    ["a gap between links", Object.assign([], { 2: "https://example.com/" })],
    ["a text for the links", "https://example.com/"],
  ])("with %s is none", (_, some) => assert.isUndefined(Task.decodeReport(encodedWith(some))))
})
