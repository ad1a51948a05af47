/** What a model reads over MCP, named after what its user did. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect } from "effect"
import { mcpResult, textOf } from "../support/frontEnds.ts"

const url = "https://pumps.example/manual"

const sentences = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} says that the buyer keeps all rights.`).join(" ")

const manual = [
  `# Pump manual\n\n${sentences(8)}`,
  `## Warranty\n\n${sentences(60)}`,
  "## Price\n\nThe pump costs 30 euros.",
].join("\n\n")

/** The text of a call over pages of these contents, by URL. */
const readFrom = (pages: Readonly<Record<string, string>>, args: Record<string, unknown>): Effect.Effect<string> =>
  Effect.map(
    mcpResult(
      Doubles.backend({
        extract: (request) =>
          Effect.succeed({
            title: "Pumps",
            url: request.url,
            content: pages[request.url] ?? "",
            links: [],
            status_code: 200,
          }),
      }),
      "web_fetch",
      args,
    ),
    textOf,
  )

const read = (args: Record<string, unknown>, content = manual): Effect.Effect<string> =>
  readFrom({ [url]: content }, { url, ...args })

/** The page's own text in an answer. */
const contentOf = (answer: string): string => /\nText:\n([^]*)\n<\/untrusted-page-content/.exec(answer)?.[1] ?? ""

describe("max_length: 3000 on a page with long blocks", () => {
  it.effect("gives most of 3,000 characters, up to the end of a sentence", () =>
    Effect.gen(function* () {
      const content = contentOf(yield* read({ max_length: 3_000 }))
      assert.isAbove(content.length, 2_800)
      assert.isTrue(manual.startsWith(content))
      assert.match(content, /keeps all rights\. $/)
    }),
  )

  it.effect("never ends on a heading, whatever the length", () =>
    Effect.gen(function* () {
      for (let max_length = 200; max_length < 3_200; max_length += 97) {
        for (const section of [undefined, "Warranty"]) {
          const content = contentOf(yield* read({ max_length, ...(section === undefined ? {} : { section }) }))
          assert.notMatch(content, /(?:^|\n)#+ [^\n]*\s*$/, `${max_length}`)
        }
      }
    }),
  )
})

describe("a section with 400 characters", () => {
  it.effect("gives its heading and the first sentences, not the heading alone", () =>
    Effect.gen(function* () {
      const content = contentOf(yield* read({ section: "Warranty", max_length: 400 }))
      assert.match(content, /^## Warranty\n\nSentence 0 [^]* keeps all rights\. $/)
      assert.isAbove(content.length, 300)
    }),
  )
})
