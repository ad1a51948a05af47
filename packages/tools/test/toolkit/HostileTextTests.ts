/** The tests that words of pages, hits and sites stand inside a fence in every text for a model, and in no error. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Settings } from "@porthole/core"
import { Doubles, HostileBackend, HostileCalls, HostileWords } from "@porthole/testing"
import { Context, Effect, Layer } from "effect"
import { McpTest } from "effect/ai"
import { createWebTools, DocsSite, McpTools, toModelResult, WebTools } from "../../src/index.ts"
import { textOf } from "../support/frontEnds.ts"

const { canary, outside, texts } = HostileWords
const { callsOf } = HostileCalls

/** A text, and its place in the list of all. */
export interface Case {
  readonly at: number
  readonly text: string
}

export const cases: ReadonlyArray<Case> = texts.map((text, at) => ({ at, text }))

/** Tests these texts in every call, over MCP and in the facade's answers. */
export const hostileTextTests = (rows: ReadonlyArray<Case>): void => {
  describe("words from the web stand inside a fence, and in no error,", () => {
    layer(Client.layer)("over MCP:", (it) => {
      it.effect.each([...rows])("$at $text", ({ at }) =>
        Effect.gen(function* () {
          const { callTool } = yield* Client
          const ask: Ask = (name, args) =>
            Effect.runPromise(
              Effect.map(callTool({ name, arguments: args }), (result) => ({
                text: textOf(result),
                isError: result.isError === true,
              })),
            )
          yield* Effect.promise(() => assertFenced(at, ask))
        }),
      )
    })

    it("in the text of the facade's answers", async () => {
      await using web = facade()
      for (const { at } of rows) {
        await assertFenced(at, async (tool, args) => toModelResult(await web.call(tool, args), args))
      }
    })
  })

  it("errors as objects hold no word from the web", async () => {
    await using web = facade()
    for (const { args, isError = false, tool } of rows.flatMap(({ at }) => callsOf(at))) {
      if (isError) assert.notInclude(JSON.stringify(await web.call(tool, args)), canary)
    }
  })
}

// --- private --------------------------------------------------------------------------

const layers = Doubles.backend({ search: HostileBackend.search, extract: HostileBackend.extract })
const sites: ReadonlyArray<DocsSite.Options> = [HostileBackend.site]

/** One client has all calls. */
const maxRequestsPerMinute = 10_000

/** A client of the tools over MCP, with their documentation site. */
class Client extends Context.Service<Client, McpTest.Client>()("test/HostileTextTests/Client") {
  static readonly layer: Layer.Layer<Client> = Layer.effect(
    Client,
    McpTest.makeClient(
      McpTools.registrationsWith(sites).pipe(
        Layer.provide(Layer.merge(WebTools.layer, DocsSite.layer(...sites))),
        Layer.provide(layers),
        Layer.orDie,
      ),
      { protocols: McpTools.protocols },
    ),
  ).pipe(Layer.provide(Settings.layer({ max_requests_per_minute: maxRequestsPerMinute })), Layer.orDie)
}

const facade = () => createWebTools({ layers, docsSites: sites, maxRequestsPerMinute })

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
