import { assert, describe, it } from "@effect/vitest"
import { hitsIn, ofHits, score, scoreOfOutput, shinglesOf, wordsOf } from "../../train/scores/Scores.ts"

describe("the score", () => {
  it.each([
    ["the same words in another order", "fog over the Bay", "the bay, over fog", { f1: 1, p: 1, r: 1 }],
    ["a word that is got too often", "bay bay bay bay", "bay", { f1: 0.4, p: 0.25, r: 1 }],
    ["half of what was expected", "fog bay", "fog bay ship ship", { f1: 2 / 3, p: 1, r: 0.5 }],
    ["letters of any script", "Über_2 東京", "über_2 東京", { f1: 1, p: 1, r: 1 }],
    ["characters of a language without spaces", "東京 は 霧", "東京は雨", { f1: 0.75, p: 0.75, r: 0.75 }],
    ["compatible characters and soft hyphens", "5 km² of fog\u00adhorn", "5 km2 of foghorn", { f1: 1, p: 1, r: 1 }],
    ["nothing, where nothing was expected", " – ", "", { f1: 1, p: 1, r: 1 }],
    ["nothing, where something was", "", "fog", { f1: 0, p: 0, r: 0 }],
    ["something, where nothing was", "fog", "", { f1: 0, p: 0, r: 1 }],
  ])("of %s", (_, got, expected, result) => {
    assert.deepStrictEqual(score(wordsOf(got), wordsOf(expected)), result)
  })
})

describe("shingles", () => {
  it("are every four consecutive words, or all words if there are fewer", () => {
    assert.deepStrictEqual(shinglesOf(["a", "b", "c", "d", "e"]), ["a b c d", "b c d e"])
    assert.deepStrictEqual(shinglesOf(["a", "b"]), ["a b"])
    assert.deepStrictEqual(shinglesOf([]), [])
  })
})

describe("segments", () => {
  it("are found with any white space, and counted over all pages", () => {
    const hits = hitsIn("Fog over\n the bay. Share this", {
      keep: ["Fog over the bay.", "ship"],
      drop: ["Share  this"],
    })
    assert.deepStrictEqual(hits, { kept: 1, wrong: 1, lost: 1 })
    assert.deepStrictEqual(ofHits([hits, { kept: 2, wrong: 0, lost: 0 }]), { p: 0.75, r: 0.75, f1: 0.75 })
  })
})

describe("an output", () => {
  it("is compared as it is, and without notation on both sides", () => {
    const truth = { text: "So x is", bare: "So is", by: "words" as const }
    assert.strictEqual(scoreOfOutput({ markdown: "So $\\sqrt{x}$ is" }, truth).f1, 1)
    assert.strictEqual(scoreOfOutput({ markdown: "So x is" }, truth).f1, 1)
    assert.strictEqual(scoreOfOutput({ markdown: "So" }, truth).f1, 2 / 3)
  })
})
