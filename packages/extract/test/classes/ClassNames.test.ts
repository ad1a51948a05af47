/** Tests that class names are found by the words of their groups, at the edges that the group says. */
import { assert, describe, it } from "@effect/vitest"
import groups from "../../src/classes/classes.json" with { type: "json" }
import { type Group, patternOf, wordsOf } from "../../src/classes/ClassNames.ts"

describe("a class", () => {
  it.each<readonly [Group, string, string | undefined]>([
    ["attribution", "post quote-author", "quote-author"],
    ["attribution", "quoteAuthor", "quoteAuthor"],
    ["attribution", "quotes", undefined],
    ["admonitionKind", "box is-note", "note"],
    ["admonitionKind", "note-book", undefined],
    ["yes", "/icons/check.svg", "check"],
    ["signature", "/div.signature/", "signature"],
    ["signature", "signature-dish", undefined],
    ["iconFont", "material-icons-outlined", "material-icons-outlined"],
    ["iconFont", "Material-Icons", undefined],
    ["task", "subtasks", "task"],
  ])("of the group %s is found in %j: %j", (group, classes, word) =>
    assert.strictEqual(patternOf(group).exec(classes)?.[1], word),
  )
})

describe("the words of the groups", () => {
  it("are letters, hyphens and underscores, with `?` and `*`, and each once in its group", () => {
    const texts: Readonly<Record<string, { readonly words: string }>> = groups
    for (const [group, { words }] of Object.entries(texts)) {
      assert.match(words, /^[a-z][\w?*-]*(?: [a-z][\w?*-]*)*$/i, group)
      assert.lengthOf(new Set(words.split(" ")), words.split(" ").length, group)
    }
    assert.strictEqual(wordsOf("user"), "user member name")
  })
})
