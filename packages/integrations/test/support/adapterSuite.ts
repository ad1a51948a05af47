/**
 * The suite of every adapter: a scripted model makes calls in the SDK's own loop, and must read the same text as over
 * MCP.
 */
import { Definitions, type PromiseTools } from "@porthole/tools"
import { HostileCalls, HostileWords } from "@porthole/testing"
import { assert, describe, it } from "vitest"
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { abortOnceStarted, bug, calls, makeHostileWeb, makeWeb, slow } from "./web.ts"

/** A call that the scripted model makes. */
export interface ToolCall {
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly signal: AbortSignal
  readonly strict: boolean
}

/** The SDK's result of a call. */
export interface Seen {
  /** The text of the call's answer that the model reads. */
  readonly text: unknown
  /** Whether the SDK marks it as a failure. */
  readonly isError: boolean
  /** The tools in the form that the SDK hands to a model. */
  readonly advertised: ReadonlyArray<{
    readonly name: string
    readonly description?: unknown
    readonly inputSchema: object
  }>
}

/** Runs the loop: the model's first turn is the call, its second a text. */
export type Loop = (web: PromiseTools, requested: ToolCall) => Promise<Seen>

/** The numbers of all texts. */
export const texts: ReadonlyArray<number> = Array.from(HostileWords.texts.keys())

/** An {@link ToolCall} that nothing aborts. */
export const requested = (tool: string, args: Record<string, unknown>, strict = false): ToolCall => ({
  tool,
  args,
  signal: new AbortController().signal,
  strict,
})

/** Each word of these texts, by their numbers, is in a fence. */
export const fenceTests = (name: string, loop: Loop, rows: ReadonlyArray<number>): void => {
  describe(`${name}: the model reads`, () => {
    it("each word of a page, a hit or a site in a fence, and none in an error", async () => {
      await using web = makeHostileWeb()
      for (const at of rows) {
        const calls = HostileCalls.callsOf(at)
        const { args, isError = false, tool } = calls[at % calls.length] ?? assert.fail()
        const seen = await loop(web, requested(tool, args))
        assert.strictEqual(seen.isError, isError)
        assert.notInclude(HostileWords.outside(String(seen.text)), HostileWords.canary)
        assert.strictEqual(String(seen.text).includes(HostileWords.canary), !isError)
      }
    })
  })
}

export const adapterSuite = (name: string, loop: Loop): void => {
  // As many as there are calls, one after the other, so that each call is made.
  const [first = 0] = sampleOf(texts.slice(0, -HostileCalls.callsOf(0).length), 1)
  fenceTests(name, loop, texts.slice(first, first + HostileCalls.callsOf(0).length))

  describe(`${name}: the model reads`, () => {
    it.each(calls)("$name", async ({ args, isError, text, tool }) => {
      await using web = makeWeb()
      const seen = await loop(web, requested(tool, args))
      assert.match(String(seen.text), text)
      assert.strictEqual(seen.isError, isError)
    })

    it("an internal error as one fixed sentence", async () => {
      await using web = makeWeb()
      const seen = await loop(web, requested("web_fetch", { url: "https://tides.example/broken" }))
      assert.match(String(seen.text), bug)
      assert.notInclude(String(seen.text), "10.0.0.1")
      assert.isTrue(seen.isError)
    })
  })

  describe(`${name}: a run`, () => {
    it("that is aborted ends immediately and interrupts the call", async () => {
      await using web = makeWeb()
      const controller = new AbortController()
      abortOnceStarted(web.fate, controller)
      const run = loop(web, { ...requested("web_fetch", { url: slow }), signal: controller.signal })
      await run.then(
        () => undefined,
        () => undefined,
      )
      assert.deepStrictEqual(web.fate, { started: 1, interrupted: 1 })
    })

    it("advertises the definitions unchanged, also those of documentation sites", async () => {
      await using web = makeWeb([{ name: "boats", baseUrl: "https://docs.example.com/boats" }])
      const definitions = structuredClone(web.definitions)
      const { advertised } = await loop(web, requested("docs_search", { query: "boats" }))
      assert.deepStrictEqual<unknown>(advertised.map(openly), definitions.map(openly))
      assert.deepStrictEqual(web.definitions, definitions)
      assert.lengthOf(advertised, 5)
    })

    it("advertises the strict form on demand, and reads a null as absent", async () => {
      await using web = makeWeb()
      const { inputSchema } = Definitions.toStrict(Definitions.webSearch)
      const nothing = Object.fromEntries(inputSchema.required.map((parameter) => [parameter, null]))
      const seen = await loop(web, requested("web_search", { ...nothing, query: "high water" }, true))
      assert.match(String(seen.text), /^Shown: 2 hits\./)
      assert.deepStrictEqual<unknown>(
        seen.advertised.map(({ inputSchema }) => inputSchema),
        web.definitions.map((definition) => Definitions.toStrict(definition).inputSchema),
      )
    })
  })
}

/** Further arguments are allowed by default; one SDK states it. */
const openly = ({ inputSchema, ...tool }: Seen["advertised"][number]): object => ({
  ...tool,
  inputSchema: Object.assign({ additionalProperties: true }, inputSchema),
})
