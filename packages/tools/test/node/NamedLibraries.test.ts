/** Tests an index of named libraries: the others can't be found, and nothing can be written. */
import { assert, describe, it } from "@effect/vitest"
import { DocsIndex, type Library, readLibraryPage, searchLibraries } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import * as NamedLibraries from "../../src/node/NamedLibraries.ts"

const details = (name: string, version: string): Library.Details => ({
  name,
  version,
  source: `/${name}`,
  stamp: "1",
  indexed_at: "2026-01-01T00:00:00.000Z",
  left_out: [],
})

const pageOf = (name: string, version: string): Library.Page => ({
  path: "a.md",
  url: `docs://${name}@${version}/a.md`,
  title: "Water",
  text: `# Water\n\nThe tide of ${name} ${version}.`,
})

const all = Layer.effectDiscard(
  DocsIndex.DocsIndex.use(({ put }) =>
    Effect.forEach(
      [
        ["tides", "4.1.0"],
        ["tides", "3.0.0"],
        ["secret", "1.0.0"],
      ] as const,
      ([name, version]) => put(details(name, version), [pageOf(name, version)]),
    ),
  ),
).pipe(Layer.provideMerge(Doubles.docsIndex))

const only = (...names: ReadonlyArray<string>) =>
  Layer.effect(
    DocsIndex.DocsIndex,
    Effect.flatMap(DocsIndex.DocsIndex, (index) => NamedLibraries.only(index, names)),
  ).pipe(Layer.provide(all))

describe("named libraries", () => {
  it.effect("are all that is found, by a name in all its versions", () =>
    Effect.gen(function* () {
      const { hits } = yield* searchLibraries({ query: "tide" })
      assert.deepStrictEqual(
        hits.map(({ library, version }) => [library, version]),
        [["tides", "4.1.0"]],
      )
      const secret = yield* Effect.flip(searchLibraries({ query: "tide", library: "secret" }))
      assert.notInclude(secret.wire.message, "nearest names are secret")
      const page = yield* Effect.flip(readLibraryPage({ url: "docs://secret@1.0.0/a.md" }))
      assert.strictEqual(page.reason, "library")
      assert.strictEqual((yield* searchLibraries({ query: "tide", library: "tides", version: "3" })).count, 1)
      const { find, get } = yield* DocsIndex.DocsIndex
      const library = { name: "secret", version: "1.0.0" }
      assert.deepStrictEqual(yield* find(library, { query: "tide", maxPages: 1 }), [])
      assert.strictEqual((yield* get(library, "a.md"))._tag, "None")
    }).pipe(Effect.provide(only("tides"))),
  )

  it.effect("are named by a version, too, and can't be written or removed", () =>
    Effect.gen(function* () {
      const { list, put, remove } = yield* DocsIndex.DocsIndex
      assert.deepStrictEqual(
        (yield* list).libraries.map(({ version }) => version),
        ["3.0.0"],
      )
      assert.strictEqual((yield* Effect.flip(put(details("tides", "3.0.0"), []))).reason, "failed")
      assert.strictEqual((yield* Effect.flip(remove({ name: "tides", version: "3.0.0" }))).reason, "failed")
    }).pipe(Effect.provide(only("tides@3.0.0"))),
  )

  it.effect.each(["moon", "tides@5.0.0", "../x"])("must be indexed: %s isn't", (name) =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(Layer.build(only(name)))
      assert.include(message, `No documentation of ${name} is indexed`)
    }).pipe(Effect.scoped),
  )

  it.effect("aren't told as missing where the index can't be read", () =>
    Effect.gen(function* () {
      const index = yield* DocsIndex.DocsIndex
      const unreadable = { ...index, list: Effect.fail(new DocsIndex.DocsIndexError({ reason: "unsupported" })) }
      const error = yield* Effect.flip(NamedLibraries.only(unreadable, ["tides"]))
      assert.strictEqual(error._tag, "DocsIndexError")
    }).pipe(Effect.provide(Doubles.docsIndex)),
  )
})
