/** Tests a language model as a compressor, through its port; the model is scripted. */
import { assert, describe, it } from "@effect/vitest"
import { Shortening, WebError } from "@porthole/core"
import { languageModel, type LanguageModelOptions } from "@porthole/providers/compressors/languageModel"
import { CompressorSuite } from "@porthole/testing"
import { Effect, Fiber, Layer, Stream } from "effect"
import { AiError, LanguageModel } from "effect/ai"
import { TestClock } from "effect/testing"

type Answer = ReturnType<Parameters<typeof LanguageModel.make>[0]["generateText"]>

const say = (text: string): Answer => Effect.succeed([{ type: "text", text }])

const overloaded: Answer = Effect.fail(
  AiError.make({
    module: "Test",
    method: "generateText",
    reason: new AiError.UnknownError({ description: "overloaded" }),
  }),
)

const filtered: Answer = Effect.succeed([
  { type: "text", text: "In sh" },
  { type: "finish", reason: "content-filter", usage: { inputTokens: {}, outputTokens: {} } },
])

/** A compressor over a model that always answers the same, and the calls that the model received. */
const scripted = (answer: Answer, options?: LanguageModelOptions) => {
  const calls: Array<LanguageModel.ProviderOptions> = []
  const model = LanguageModel.make({
    generateText: (call) => Effect.suspend(() => (calls.push(call), answer)),
    streamText: () => Stream.empty,
  })
  const layer = languageModel(options).pipe(Layer.provide(Layer.effect(LanguageModel.LanguageModel, model)))
  return { calls, layer }
}

const compress = (layer: Layer.Layer<never>, text: string, options: Partial<Shortening.CompressOptions> = {}) =>
  Shortening.Compressor.use((compressor) =>
    compressor.compress(text, { instruction: "Keep figures.", query: undefined, maxLength: 1_000, ...options }),
  ).pipe(Effect.provide(layer))

/** The model's messages as text. */
const readBy = ({ calls }: ReturnType<typeof scripted>): ReadonlyArray<string> =>
  (calls[0]?.prompt.content ?? []).map(({ content }) =>
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join(""),
  )

describe("the language model's compressor", () => {
  const cases = CompressorSuite.cases({ layer: scripted(say("In short.")).layer, broken: scripted(overloaded).layer })
  for (const { name, run } of cases) it.effect(name, () => run)

  it.effect("makes one call, without tools, with the page in a fence apart from the instructions", () => {
    const model = scripted(say("7 m"))
    return Effect.map(compress(model.layer, "The tide is 7 m.", { query: "How high is the tide?" }), (text) => {
      assert.strictEqual(text, "7 m")
      assert.lengthOf(model.calls, 1)
      assert.deepStrictEqual([model.calls[0]?.tools, model.calls[0]?.toolChoice], [[], "none"])
      const [system = "", user = ""] = readBy(model)
      assert.match(system, /at most 1000 characters[^]*Keep figures\.[^]*untrusted data/)
      assert.notInclude(system, "The tide is 7 m.")
      assert.match(
        user,
        /How high is the tide\?\n\n<untrusted-page-content id="([0-9a-f]{16})">\nThe tide is 7 m\.\n<\/untrusted-page-content id="\1">$/,
      )
    })
  })

  it.effect.each([
    { name: "fails", answer: overloaded },
    { name: "is stopped by a filter", answer: filtered },
    { name: "says nothing", answer: say(" \n") },
  ])("fails with compression_failed if the model $name", ({ answer }) =>
    Effect.map(Effect.flip(compress(scripted(answer).layer, "text")), (error) => {
      assert.instanceOf(error, WebError.WebError)
      assert.strictEqual(error.error, "compression_failed")
      assert.notInclude(JSON.stringify(error.wire), "overloaded")
    }),
  )

  it.effect("fails with compression_failed if the model takes longer than 15 s", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.flip(compress(scripted(Effect.never).layer, "text")))
      yield* TestClock.adjust("15 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "compression_failed")
    }),
  )

  it.effect("cuts a long answer, and removes invisible characters", () =>
    Effect.map(compress(scripted(say(`a\u200bb ${"word ".repeat(500)}`)).layer, "text"), (text = "") => {
      assert.isAtMost(text.length, 1_000)
      assert.isTrue(text.startsWith("ab word"))
    }),
  )

  const filler = Array.from({ length: 200 }, (_, at) => `Paragraph ${at} is on boats, ropes and weather.`)
  const long = filler.with(150, "The lighthouse was lit in 1887.").join("\n\n")
  it.effect.each([
    { name: "its passages for the query", query: "When was the lighthouse lit?", read: "lit in 1887" },
    { name: "its beginning without a query", query: undefined, read: "Paragraph 0 is" },
    { name: "its beginning where nothing matches", query: "photosynthesis", read: "Paragraph 0 is" },
  ])("reads of a text that is too long $name", ({ query, read }) => {
    const model = scripted(say("short"), { maxInputLength: 1_000 })
    return Effect.map(compress(model.layer, long, { query }), () => {
      const [, user = ""] = readBy(model)
      assert.include(user, read)
      assert.isBelow(user.length, 1_300)
    })
  })
})
