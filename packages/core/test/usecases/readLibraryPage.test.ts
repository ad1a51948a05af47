import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { DocsIndex, Library, readLibraryPage } from "../../src/index.ts"

const text = `# Water\n\n## High\n\n${"The tide is high at six. ".repeat(20)}\n\n## Low\n\nThe tide is low at noon.`

const indexed = Layer.effectDiscard(
  Effect.gen(function* () {
    const { put } = yield* DocsIndex.DocsIndex
    const details = { source: "/", stamp: "1", indexed_at: "2026-01-01T00:00:00.000Z", left_out: [] }
    const own = { path: "a.md", url: "docs://tides@4.1.0/a.md", title: "Water", text }
    yield* put({ ...details, name: "tides", version: "4.1.0" }, [own])
    for (const version of ["1", "1.1", "2"]) {
      const moon = { ...details, name: "moon", version, base: "https://moon.test/docs/" }
      yield* put(moon, [{ ...own, path: "b.md", url: "https://moon.test/docs/b", title: version }])
    }
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
    ["https://moon.test/docs/b///", "https://moon.test/docs/b"],
    ["docs://moon@1/b.md", "https://moon.test/docs/b"],
  ] as const)("is read by %s", ([url, own]) =>
    Effect.map(read({ url }), (page) => assert.deepStrictEqual([page.url, page.content_md], [own, text])),
  )

  it.effect("is of the version in its address, else of the installed one, else of the newest", () =>
    Effect.gen(function* () {
      for (const version of ["1", "1.1"])
        assert.strictEqual((yield* read({ url: `docs://moon@${version}/b.md` })).title, version)
      const url = "https://moon.test/docs/b"
      assert.strictEqual((yield* read({ url })).title, "2")
      const installed = read({ url }).pipe(
        Effect.provideService(DocsIndex.InstalledVersion, () => Effect.succeed("1.1")),
      )
      assert.strictEqual((yield* installed).title, "1.1")
    }),
  )

  it.effect("is read although another index is damaged: one elsewhere isn't opened, one of its site is told", () =>
    Effect.gen(function* () {
      const index = yield* DocsIndex.DocsIndex
      const readBeside = (damaged: ReadonlyArray<string>) =>
        readLibraryPage({ url: "https://moon.test/docs/b" }).pipe(
          Effect.provideService(DocsIndex.DocsIndex, {
            ...index,
            get: (library, place) =>
              damaged.includes(library.name) || damaged.includes(library.version)
                ? Effect.fail(new DocsIndex.DocsIndexError({ reason: "damaged", library: Library.label(library) }))
                : index.get(library, place),
          }),
        )
      assert.deepStrictEqual(yield* readBeside(["tides"]), yield* readBeside([]))
      const other = yield* readBeside(["2"])
      assert.strictEqual(other.title, "1")
      assert.include(other.message, "moon@2 is damaged")
      assert.include((yield* Effect.flip(readBeside(["moon"]))).message, "moon@2 is damaged")
    }).pipe(Effect.provide(indexed)),
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
    ["https://moon.test/docsb", "url"],
    ["docs://other@1/a.md", "library"],
    ["docs://tides@4/a.md", "version"],
    ["docs://tides@9/a.md", "version"],
  ] as const)("that no index has is refused: %s", ([url, reason]) =>
    Effect.map(Effect.flip(read({ url })), (error) =>
      assert.deepStrictEqual([error.error, error.reason], ["invalid_request", reason]),
    ),
  )
})
