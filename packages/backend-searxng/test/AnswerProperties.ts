/** The properties of what any answer of an instance becomes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Result, Schema } from "effect"
import * as fc from "fast-check"
import * as TestClock from "effect/testing/TestClock"
import { WebBackend, WebError, webSearch } from "@porthole/core"
import { webUrl } from "../../core/test/policy/WebUrls.ts"
import { searxng } from "../src/Searxng.ts"
import * as Instance from "./support/instance.ts"

/** A result that is often nearly valid. */
const result = fc.oneof(
  fc.record(
    {
      url: fc.oneof(webUrl, fc.constantFrom("", null, "magnet:?xt=urn:btih:a", "/a", "//b"), fc.jsonValue()),
      title: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
      content: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
      score: fc.oneof(fc.double(), fc.jsonValue()),
      engine: fc.oneof(fc.string(), fc.jsonValue()),
      category: fc.jsonValue(),
      publishedDate: fc.oneof(
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.jsonValue(),
      ),
      pubdate: fc.jsonValue(),
      thumbnail: fc.oneof(webUrl, fc.string(), fc.jsonValue()),
      img_src: fc.jsonValue(),
      template: fc.constantFrom("default.html", "keyvalue.html", "torrent.html"),
      kvmap: fc.jsonValue(),
      magnetlink: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)

const body = fc.oneof(
  fc.record(
    {
      results: fc.oneof(fc.array(result, { maxLength: 8 }), fc.jsonValue()),
      unresponsive_engines: fc.oneof(fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 2 }), fc.jsonValue()),
      error: fc.oneof(
        fc.string(),
        fc.constantFrom("No query", "Invalid value a for parameter language"),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)

const reply = fc.record({
  status: fc.oneof(fc.constantFrom(200, 400, 403, 429), fc.integer({ min: 200, max: 599 })),
  text: fc.oneof(
    body.map((value) => JSON.stringify(value)),
    fc.string({ unit: "binary" }),
  ),
})

const isBodiless = (status: number): boolean => [204, 205, 304].includes(status)

const answerOf = ({ status, text }: { readonly status: number; readonly text: string }): Instance.Answer =>
  isBodiless(status) ? Effect.sync(() => new Response(null, { status })) : Instance.text(status, text)

const isWire = Schema.is(WebError.Wire)
const isAnswer = Schema.is(
  Schema.Struct({
    provider: Schema.Literal("searxng"),
    rows: Schema.Array(Schema.Struct({ title: Schema.String, url: Schema.String, snippet: Schema.String })),
  }),
)

const run = <A>(effect: Effect.Effect<A>): Promise<Exit.Exit<A>> =>
  Effect.runPromiseExit(Effect.provide(effect, TestClock.layer()))

/** Declares them with a share of their runs. */
export const answerProperties = (share: number): void => {
  describe("for any answer of an instance", () => {
    it("is rows or a typed error, never a throw and never a bug", () =>
      fc.assert(
        fc.asyncProperty(reply, async (reply) => {
          const exit = await run(Instance.search(answerOf(reply)))
          if (Exit.isFailure(exit)) return assert.fail(String(exit.cause))
          if (Result.isFailure(exit.value)) return assert.isTrue(isWire(exit.value.failure.wire))
          assert.isTrue(isAnswer(exit.value.success))
        }),
        { numRuns: 1_000 * share },
      ))

    it("is hits or a typed error to the kernel", () =>
      fc.assert(
        fc.asyncProperty(reply, async (reply) => {
          const backend = WebBackend.layer({
            search: searxng.makeSearch({ url: Instance.url }),
            extract: WebBackend.unavailable,
          }).pipe(Layer.provide(Instance.answering(answerOf({ ...reply, status: 200 })).layer))
          const exit = await run(
            Effect.result(Effect.provide(webSearch({ query: "whales", include_metadata: true }), backend)),
          )
          assert.isTrue(Exit.isSuccess(exit))
        }),
        { numRuns: 300 * share },
      ))
  })
}
