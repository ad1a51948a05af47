import { Effect, Option, Stream } from "effect"
import { assert, describe, it } from "vitest"
import * as Lines from "../../src/mcp/LineSplitter.ts"

const split = (...chunks: ReadonlyArray<Uint8Array>) =>
  Effect.runPromise(Stream.runCollect(Lines.split(Stream.fromIterable(chunks))))
const bytes = (text: string) => new TextEncoder().encode(text)

describe("split", () => {
  it("finds the same lines for any chunks", async () => {
    const all = bytes("one\r\n\ntwo äöü 🚢\n\r\nlast")
    const expected = ["one", "", "two äöü 🚢", "", "last"].map(Option.some)
    for (let size = 1; size <= all.length; size++) {
      const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
        all.subarray(index * size, (index + 1) * size),
      )
      assert.deepStrictEqual(await split(...chunks), expected)
    }
  })

  it("starts no line after the final line feed", async () => {
    assert.deepStrictEqual(await split(bytes("a\n")), [Option.some("a")])
    assert.deepStrictEqual(await split(bytes("\n")), [Option.some("")])
    assert.deepStrictEqual(await split(), [])
  })

  it("reports invalid UTF-8, or a long line, as one unreadable line", async () => {
    const long = new Uint8Array(1024 * 1024).fill(0x78)
    const chunks = Array.from({ length: 17 }, () => long)
    const lines = await split(Uint8Array.of(0xc3, 0x28, 0x0a), ...chunks, bytes("\nok\n"))
    assert.deepStrictEqual(lines, [Option.none(), Option.none(), Option.some("ok")])
  })
})
