/** Tests what a page reports about its site's preferences (Content-Usage, Content-Signal). */
import { assert, describe, it } from "@effect/vitest"
import type { Usage } from "@porthole/core"
import { Effect } from "effect"
import * as Robots from "../../src/site/Robots.ts"
import * as UsagePreferences from "../../src/site/UsagePreferences.ts"
import { get, page, web } from "../support/DoubledWeb.ts"
import { forAll, withFile } from "../support/RobotsSites.ts"

const fields: ReadonlyArray<readonly [field: string, usage: Usage.Usage]> = [
  ["train-ai=n", { "train-ai": false }],
  ["train-ai=y, search=n", { "train-ai": true, search: false }],
  ["search=yes,ai-train=no, ai-input = no", { search: true, "ai-train": false, "ai-input": false }],
  ["train-ai;allow=n, train-ai=y;why=x", { "train-ai": true }],
  // As the draft's own example: the last value counts, and it is none.
  ['train-ai=y, train-ai, search=n, search="n"', {}],
  ["Train-AI=n, __proto__=y, constructor=n, other=y", {}],
  ["", {}],
  [",,,=,;", {}],
  [`train-ai=n${" ".repeat(10_240)}`, {}],
]

const robotsOf = (file: string) => Robots.parse(new TextEncoder().encode(file), "porthole")

describe("the preferences of a site", () => {
  for (const [field, usage] of fields) {
    it(`of ${JSON.stringify(field.slice(0, 50))} are ${JSON.stringify(usage)}`, () => {
      assert.deepStrictEqual(UsagePreferences.read(field), usage)
    })
  }

  it("in robots.txt are those of our group and of the longest path", () => {
    const robots = robotsOf(
      "User-agent: *\nContent-Usage: / train-ai=n\nContent-Signal: search=yes\nContent-Usage: /ok/*.html\ttrain-ai=y # x\n" +
        "Disallow: /never/\n\nUser-agent: Other\nContent-Usage: / search=n\n",
    )
    assert.deepStrictEqual(Robots.usageFor(robots, "/a"), [{ "train-ai": false }, { search: true }])
    assert.deepStrictEqual(Robots.usageFor(robots, "/ok/a.html?q"), [{ "train-ai": true }])
    assert.isFalse(Robots.allows(robots, "/never/a"))
  })

  it("in a hostile robots.txt are bounded", () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `Content-Usage: /${"*a".repeat(20)}${at} train-ai=n`)
    const robots = robotsOf(`User-agent: *\n${lines.join("\n")}`)
    assert.isAtMost(robots.usage?.length ?? 0, 100)
    assert.deepStrictEqual(Robots.usageFor(robots, `/${"a".repeat(8_000)}`), [])
  })

  it.effect("are on its pages, the most restrictive of the file's and the response's; robots off reads no file", () =>
    Effect.gen(function* () {
      const answer = { ...page(), headers: { "Content-Type": "text/html", "Content-Usage": "train-ai=y, search=y" } }
      const site = withFile(forAll("Content-Usage: / train-ai=n"), () => answer)
      const read = (robots: boolean) => {
        const { layer } = web({ "a.test": site }, undefined, { robots })
        return Effect.map(get("https://a.test/").pipe(Effect.provide(layer)), ({ usage }) => usage)
      }
      assert.deepStrictEqual(yield* read(true), { search: true, "train-ai": false })
      assert.deepStrictEqual(yield* read(false), { search: true, "train-ai": true })
      const silent = web({ "a.test": () => page() })
      assert.notProperty(yield* get("https://a.test/").pipe(Effect.provide(silent.layer)), "usage")
    }),
  )
})
