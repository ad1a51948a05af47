/** Tests reading a provider's JSON. */
import { assert, describe, it } from "@effect/vitest"
import { Json } from "@porthole/provider-kit"
import { Option } from "effect"
import * as fc from "fast-check"

describe("parse", () => {
  const nested = (depth: number, [open, close]: readonly [string, string]) => open.repeat(depth) + close.repeat(depth)

  it.each<readonly [string, string]>([
    ["[", "]"],
    ['[{"a":', "}]"],
  ])("follows %s to any sensible depth, and no deeper", (open, close) => {
    const most = Json.maxDepth / (open.match(/[[{]/g)?.length ?? 1)
    const json = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`
    assert.isTrue(Option.isSome(Json.parse(json(most))))
    assert.isTrue(Option.isNone(Json.parse(json(most + 1))))
  })

  it("counts neither brackets in texts nor adjacent lists as depth", () => {
    for (const json of [`"${"[".repeat(300)}"`, String.raw`["\"[", "${nested(300, ["[", "{"])}", "\\"]`]) {
      assert.deepStrictEqual(Json.parse(json), Option.some(JSON.parse(json)))
    }
    assert.isTrue(Option.isSome(Json.parse(`[${"[],".repeat(300)}{}]`)))
  })

  it("reads the same as JSON.parse, and nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const expected = Option.liftThrowable((json: string): unknown => JSON.parse(json))(text)
        assert.deepStrictEqual(Json.parse(text), expected)
      }),
    )
  })

  it.each(["[", '{"a":', '"', "\\", '["'])("finds no JSON in 4 MiB of %j", (piece) => {
    assert.isTrue(Option.isNone(Json.parse(piece.repeat((4 * 1024 * 1024) / piece.length))))
  })
})
