import { assert, describe, it } from "@effect/vitest"
import { open } from "../src/blocks/Choice.ts"
import { answersOf, names } from "../src/blocks/Judge.ts"
import { kinds, type PageKind } from "../src/kind/Kinds.ts"
import { declaredIn } from "../src/metadata/Declared.ts"
import { parse } from "../src/tree/Parse.ts"

const url = "https://site.test/x"

/** What each block of a page of a kind answers, by name. */
const answersOn = (kind: PageKind | undefined, html: string): ReadonlyArray<(name: string) => number | undefined> => {
  const { document } = parse(html, url)
  const before = { blocks: undefined, document, kind, standing: undefined, title: "", url }
  const page = open({ ...before, declared: declaredIn(document) })
  return answersOf(page).rows.map((row) => (name) => row[names.indexOf(name)])
}

const html =
  "<h2>Related things</h2><div class=message><p>What somebody wrote.</p></div><div class=description><p>Linen, £9.</p></div>"

describe("what blocks answer on pages of a kind", () => {
  it("is their answer there, and nothing elsewhere", () => {
    for (const [name, of, at] of [
      ["forum: hint message", ["forum"], 1],
      ["product: under related", ["product"], 1],
      ["product: hint detail", ["product"], 2],
      ["items: price", ["collection", "listing"], 2],
    ] as const)
      for (const kind of [undefined, ...kinds]) {
        const answer = answersOn(kind, html)[at]
        const own = answer?.(name.replace(/^[a-z]+: /, "")) ?? 0
        assert.isAbove(own, 0, name)
        const isThere = of.some((one) => one === kind)
        assert.strictEqual(answer?.(name), isThere ? own : 0, `${name} on ${kind}`)
      }
  })

  it("says which kind, for each block alike", () => {
    for (const kind of kinds)
      for (const answer of answersOn(kind, html))
        assert.deepStrictEqual(
          kinds.filter((one) => answer(`kind ${one}`) === 1),
          [kind],
        )
  })

  it("asks only what is answered", () => {
    const asked = names.flatMap((name) => /^(?:forum|product|items): (.+)$/.exec(name)?.[1] ?? [])
    assert.isAbove(asked.length, 12)
    for (const name of asked) assert.include(names, name)
  })
})
