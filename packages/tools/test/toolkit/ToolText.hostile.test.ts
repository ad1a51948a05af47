/** Words of pages, hits and sites stand inside a fence in every text for a model, and in no error. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles, HostileBackend, HostileCalls, HostileWords } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { McpTest } from "effect/ai"
import { createWebTools, DocsSite, McpTools, toModelResult, WebTools } from "../../src/index.ts"
import { textOf } from "../support/frontEnds.ts"

const { canary, outside, texts } = HostileWords
const { callsOf } = HostileCalls

const layers = Doubles.backend({ search: HostileBackend.search, extract: HostileBackend.extract })

interface Seen {
  readonly text: string
  readonly isError: boolean
}

type Ask = (tool: string, args: Record<string, unknown>) => Promise<Seen>

const assertFenced = async (at: number, ask: Ask): Promise<void> => {
  for (const { args, isError = false, tool } of callsOf(at)) {
    const seen = await ask(tool, args)
    const shown = `${tool} ${JSON.stringify(args)}\n${seen.text}`
    assert.strictEqual(seen.isError, isError, shown)
    assert.notInclude(outside(seen.text), canary, shown)
    assert.strictEqual(seen.text.includes(canary), !isError, shown)
  }
}

const sites: ReadonlyArray<DocsSite.Options> = [HostileBackend.site]

/** The tools over MCP, with their documentation site. */
const client = McpTest.makeClient(
  McpTools.registrationsWith(sites).pipe(
    Layer.provide(Layer.merge(WebTools.layer, DocsSite.layer(...sites))),
    Layer.provide(layers),
    Layer.orDie,
  ),
  { protocols: McpTools.protocols },
)

const facade = () => createWebTools({ layers, docsSites: sites, maxRequestsPerMinute: 10_000 })

describe("words from the web stand inside a fence, and in no error,", () => {
  const cases = texts.map((text, at) => ({ at, text }))

  it.effect.each(cases)("over MCP: $at $text", ({ at }) =>
    Effect.gen(function* () {
      const { callTool } = yield* client
      const ask: Ask = (name, args) =>
        Effect.runPromise(
          Effect.map(callTool({ name, arguments: args }), (result) => ({
            text: textOf(result),
            isError: result.isError === true,
          })),
        )
      yield* Effect.promise(() => assertFenced(at, ask))
    }).pipe(Effect.orDie),
  )

  it.each(cases)("in the text of the facade's answers: $at $text", async ({ at }) => {
    await using web = facade()
    await assertFenced(at, async (tool, args) => toModelResult(await web.call(tool, args), args))
  })
})

it("errors as objects hold no word from the web", async () => {
  await using web = facade()
  for (const { args, isError = false, tool } of Array.from(texts.keys()).flatMap(callsOf)) {
    if (isError) assert.notInclude(JSON.stringify(await web.call(tool, args)), canary)
  }
})
