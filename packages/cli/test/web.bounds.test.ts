/**
 * Tests that the bounds of the use-cases hold for the command's flags, over a backend of literals.
 *
 * clock: real, since the command runs as a whole.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { type WebBackend } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect } from "effect"
import { Command } from "effect/cli"
import { fetch } from "../src/commands/web/fetch.ts"
import { search, searchAndFetch } from "../src/commands/web/search.ts"
import type { Output } from "../src/Output.ts"
import { keptOutput } from "./support/output.ts"

const searching = Command.runWith(search, { version: "0" })
const reading = Command.runWith(searchAndFetch, { version: "0" })
const fetching = Command.runWith(fetch, { version: "0" })

const hits = Array.from({ length: 200 }, (_, at) => ({ title: "T", url: `https://a.example/${at}`, snippet: "S" }))
const page = { title: "T", content: "Öl ".repeat(2_000), links: [], status_code: 200 }

/** Runs a command with `--json`, and returns its answer and the backend's requests. */
const run = <E>(command: Effect.Effect<void, E, Output | Command.Environment>) =>
  Effect.gen(function* () {
    const searches: Array<WebBackend.SearchRequest> = []
    const modes: Array<string> = []
    const output = keptOutput()
    const backend = Doubles.backend({
      search: (request) => Effect.sync(() => (searches.push(request), hits)),
      extract: ({ mode, url }) => Effect.sync(() => (modes.push(mode), { ...page, url })),
    })
    yield* Effect.exit(command).pipe(
      Effect.provide([
        output.layer,
        backend,
        NodeServices.layer,
        ConfigProvider.layer(ConfigProvider.fromEnv({ env: {} })),
      ]),
    )
    const answer: Readonly<Record<string, unknown>> = JSON.parse(output.text())
    return { answer, modes, searches }
  })

describe("search", () => {
  it.live.each([
    ["9999", 100],
    ["1", 1],
    ["0", 1],
    ["-3", 1],
  ] as const)("--max-results=%s is %d at the backend", ([asked, seen]) =>
    Effect.gen(function* () {
      const { answer, searches } = yield* run(searching(["tides", `--max-results=${asked}`, "--json"]))
      assert.deepStrictEqual([searches.map(({ max_results }) => max_results), answer["count"]], [[seen], seen])
    }),
  )

  it.live("refuses an empty query and one of 5,000 characters, before the backend", () =>
    Effect.gen(function* () {
      for (const query of [" ", "x".repeat(5_000)]) {
        const { answer, searches } = yield* run(searching([query, "--json"]))
        assert.deepInclude(answer, { error: "invalid_request", reason: "query" })
        assert.isEmpty(searches)
      }
    }),
  )
})

describe("search-and-fetch", () => {
  const textOf = (answer: Readonly<Record<string, unknown>>) => {
    const pages = answer["pages"]
    return Array.isArray(pages) ? pages.map(({ content }: { readonly content?: string }) => content ?? "") : []
  }

  it.live("reads at most ten pages", () =>
    Effect.gen(function* () {
      const { modes } = yield* run(reading(["tides", "--max-results=50", "--json"]))
      assert.lengthOf(modes, 10)
    }),
  )

  it.live("takes --extract and --max-bytes", () =>
    Effect.gen(function* () {
      const args = ["tides", "--max-results=2", "--extract=text", "--max-bytes=1200", "--json"]
      const { answer, modes } = yield* run(reading(args))
      assert.deepStrictEqual(modes, ["text", "text"])
      for (const text of textOf(answer)) {
        const bytes = Buffer.byteLength(text)
        assert.isTrue(bytes > 1_000 && bytes <= 1_200, `${bytes} bytes`)
      }
      assert.lengthOf(textOf(answer), 2)
    }),
  )
})

describe("fetch", () => {
  it.live("raises a --max-length and a --max-bytes that are too small", () =>
    Effect.gen(function* () {
      for (const [flag, most] of [
        ["--max-length=5", 300],
        ["--max-bytes=1", 1_024],
      ] as const) {
        const { answer } = yield* run(fetching(["https://a.example/", flag, "--json"]))
        const bytes = Buffer.byteLength(String(answer["content_md"]))
        assert.isTrue(bytes > 100 && bytes <= most, `${bytes} bytes`)
        assert.include(answer["message"], "was out of its range")
      }
    }),
  )
})
