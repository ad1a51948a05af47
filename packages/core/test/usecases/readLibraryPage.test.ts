import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { DocsIndex, readLibraryPage } from "../../src/index.ts"

const text = `# Water\n\n## High\n\n${"The tide is high at six. ".repeat(20)}\n\n## Low\n\nThe tide is low at noon.`

const indexed = Layer.effectDiscard(
  Effect.gen(function* () {
    const { put } = yield* DocsIndex.DocsIndex
    const details = { source: "/", stamp: "1", indexed_at: "2026-01-01T00:00:00.000Z", left_out: [] }
    const own = { path: "a.md", url: "docs://tides@4.1.0/a.md", title: "Water", text }
    yield* put({ ...details, name: "tides", version: "4.1.0" }, [own])
    yield* put({ ...details, name: "moon", version: "1" }, [{ ...own, path: "b.md", url: "https://moon.test/docs/b" }])
  }),
).pipe(Layer.provideMerge(Doubles.docsIndex), Layer.orDie)

const read = (input: Parameters<typeof readLibraryPage>[0]) => Effect.provide(readLibraryPage(input), indexed)

describe("a page of an index", () => {
  it.effect.each([
    ["docs://tides@4.1.0/a.md", "docs://tides@4.1.0/a.md"],
    ["docs://tides@4.1.0/a.md#high", "docs://tides@4.1.0/a.md"],
    ["https://moon.test/docs/b", "https://moon.test/docs/b"],
    ["https://moon.test/docs/b/", "https://moon.test/docs/b"],
    ["https://moon.test/docs/b.html#x", "https://moon.test/docs/b"],
    ["docs://moon@1/b.md", "https://moon.test/docs/b"],
  ] as const)("is read by %s", ([url, own]) =>
    Effect.map(read({ url }), (page) => assert.deepStrictEqual([page.url, page.content_md], [own, text])),
  )

  it.effect("is shown in part: a section, from an offset, or the passages for a query", () =>
    Effect.gen(function* () {
      const url = "docs://tides@4.1.0/a.md"
      assert.strictEqual((yield* read({ url, section: "low" })).content_md, "## Low\n\nThe tide is low at noon.")
      assert.strictEqual((yield* read({ url, start_index: text.length - 5 })).content_md, "noon.")
      const { content_md } = yield* read({ url, query: "low at noon", max_length: 200 })
      assert.include(content_md, "The tide is low at noon.")
    }),
  )

  it.effect.each([
    ["https://elsewhere.test/", "url"],
    ["docs://tides@4.1.0/../secret", "url"],
    ["docs://other@1/a.md", "library"],
    ["docs://tides@9/a.md", "version"],
  ] as const)("that no index has is refused: %s", ([url, reason]) =>
    Effect.map(Effect.flip(read({ url })), (error) =>
      assert.deepStrictEqual([error.error, error.reason], ["invalid_request", reason]),
    ),
  )
})
