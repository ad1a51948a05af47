/** The contract of `DocsIndex`, for every adapter. Each case begins with an empty index. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { DocsIndex, Library } from "@porthole/core"
import * as Contract from "./Contract.ts"

/** The cases over an index; `layer` makes an empty one at each use. */
export const cases = (layer: Layer.Layer<DocsIndex.DocsIndex>): ReadonlyArray<Contract.Case> =>
  requirements.map(({ name, of }) => ({
    name,
    run: DocsIndex.DocsIndex.use(of).pipe(
      Effect.provide(layer),
      Effect.catchTag("DocsIndexError", (error) =>
        Effect.fail(new Contract.BrokenContract({ message: `${name}: unexpected ${error.message}` })),
      ),
      Effect.asVoid,
    ),
  }))

// --- private --------------------------------------------------------------------------

interface Requirement {
  readonly name: string
  readonly of: (
    index: DocsIndex.DocsIndex["Service"],
  ) => Effect.Effect<unknown, DocsIndex.DocsIndexError | Contract.BrokenContract>
}

const requirement = (name: string, of: Requirement["of"]): Requirement => ({ name, of })

const library = (version: string): Library.Library => ({ name: "tides", version })

const details = (version: string): Library.Details => ({
  ...library(version),
  source: "/tides",
  stamp: "1",
  indexed_at: "2026-01-01T00:00:00.000Z",
  left_out: [{ what: "licences", count: 1 }],
})

const page = (path: string, title: string) => ({ path, url: `https://tides.example/${path.slice(0, -3)}`, title })

const pages: ReadonlyArray<Library.Page> = [
  {
    ...page("water.md", "Water"),
    text: "# Water\n\n## High water\n\nIt is at six.\n\n## Slack water\n\nSlack water is when the stream turns.\n",
  },
  { ...page("harbour.md", "Harbour"), text: "# Harbour\n\nThe harbour has a lighthouse and a crane.\n" },
]

const requirements: ReadonlyArray<Requirement> = [
  requirement("lists what was put, with the numbers of pages and sections", (index) =>
    Effect.gen(function* () {
      const indexed = yield* index.put(details("4.1.0"), pages)
      yield* Contract.expectEqual([indexed.pages, indexed.units > 2], [2, true], "counts")
      const { failed, libraries } = yield* index.list
      yield* Contract.expectEqual([libraries.map(Library.label), failed], [["tides@4.1.0"], []], "the list")
      yield* Contract.expectEqual(libraries[0], indexed, "the entry")
    }),
  ),
  requirement("finds the page and section that answer, and their places", (index) =>
    Effect.gen(function* () {
      yield* index.put(details("4.1.0"), pages)
      const [best] = yield* index.find(library("4.1.0"), { query: "When is slack water?", maxPages: 5 })
      const unit = best?.units[0]
      yield* Contract.expectEqual([best?.path, unit?.trail.at(-1)], ["water.md", "Slack water"], "the best section")
      const text = pages[0]?.text.slice(unit?.start, unit?.end)
      yield* Contract.expectEqual(unit?.text, text, "a verbatim part")
    }),
  ),
  requirement("finds at most the wanted number of pages, and nothing for a question without a match", (index) =>
    Effect.gen(function* () {
      yield* index.put(details("4.1.0"), pages)
      const find = (query: string, maxPages: number) => index.find(library("4.1.0"), { query, maxPages })
      yield* Contract.expectEqual((yield* find("water harbour", 1)).length, 1, "one page")
      for (const query of ["zeppelin", "", "???", "\0"])
        yield* Contract.expectEqual(yield* find(query, 5), [], `no page for ${JSON.stringify(query)}`)
    }),
  ),
  requirement("keeps versions apart", (index) =>
    Effect.gen(function* () {
      yield* index.put(details("4.1.0"), pages)
      yield* index.put(details("3.0.0"), [{ ...page("old.md", "Old"), text: "# Old\n\nThe neap tide." }])
      const find = (version: string) => index.find(library(version), { query: "neap", maxPages: 5 })
      yield* Contract.expectEqual(
        (yield* find("3.0.0")).map(({ path }) => path),
        ["old.md"],
        "of 3.0.0",
      )
      yield* Contract.expectEqual([yield* find("4.1.0"), yield* find("5.0.0")], [[], []], "of the others")
    }),
  ),
  requirement("replaces a version as a whole", (index) =>
    Effect.gen(function* () {
      yield* index.put(details("4.1.0"), pages)
      yield* index.put(details("4.1.0"), [{ ...page("new.md", "New"), text: "# New\n\nThe spring tide." }])
      const find = (query: string) => index.find(library("4.1.0"), { query, maxPages: 5 })
      yield* Contract.expectEqual(yield* find("slack"), [], "the old pages")
      yield* Contract.expectEqual((yield* find("spring")).length, 1, "the new one")
    }),
  ),
  requirement("gets a page by its path and by its URL, and removes a version once", (index) =>
    Effect.gen(function* () {
      yield* index.put(details("4.1.0"), pages)
      const get = (place: string) => Effect.map(index.get(library("4.1.0"), place), Option.getOrUndefined)
      yield* Contract.expectEqual(yield* get("water.md"), pages[0], "by path")
      yield* Contract.expectEqual(yield* get("https://tides.example/water"), pages[0], "by URL")
      yield* Contract.expectEqual(yield* get("../water.md"), undefined, "another path")
      const removed = [yield* index.remove(library("4.1.0")), yield* index.remove(library("4.1.0"))]
      yield* Contract.expectEqual([...removed, yield* get("water.md")], [true, false, undefined], "removed")
    }),
  ),
]
