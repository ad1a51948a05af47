/** Tests the spans of calls and their steps. */
import { Settings, Trace, WebError } from "@porthole/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Tracer } from "effect"

/** Runs an effect and returns its spans. */
const spansOf = <A, E>(effect: Effect.Effect<A, E>, trace: boolean) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      },
    })
    const settings = { ...(yield* Settings.Settings), trace }
    yield* effect.pipe(
      Effect.exit,
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provideService(Settings.Settings, settings),
    )
    return spans
  })

describe("a step", () => {
  const work = Trace.call("call")(Trace.step("step", Effect.void, { "server.address": "a.test" }))

  it.effect("has its own span only if trace is on", () =>
    Effect.gen(function* () {
      const names = (spans: ReadonlyArray<Tracer.NativeSpan>) => spans.map(({ name }) => name)
      assert.deepStrictEqual(names(yield* spansOf(work, false)), ["call"])
      const [call, step] = yield* spansOf(work, true)
      assert.strictEqual(step?.attributes.get("server.address"), "a.test")
      assert.strictEqual(Option.getOrUndefined(step?.parent ?? Option.none())?.spanId, call?.spanId)
    }),
  )
})

describe("a failed call", () => {
  const wire = { error: "http_error", status_code: 404, message: "words of a page" } as const

  it.effect.each([
    ["an error", WebError.make(wire)],
    ["a failure of the transport that holds one", { error: WebError.make(wire), transient: false }],
  ])("names its class: %s", ([, failure]) =>
    Effect.gen(function* () {
      const [span] = yield* spansOf(Trace.call("call")(Effect.fail(failure)), false)
      assert.deepStrictEqual(Object.fromEntries(span?.attributes ?? []), {
        "error.type": "http_error",
        "http.response.status_code": 404,
      })
    }),
  )
})

describe("finished steps", () => {
  it.effect("follow each other without gaps, and an impossible duration counts as zero", () =>
    Effect.gen(function* () {
      const steps = [2, Number.NaN, -1, Number.POSITIVE_INFINITY, 3].map((ms, at) => ({
        name: `step${at}`,
        ms,
        attributes: {},
      }))
      const [, ...past] = yield* spansOf(Trace.call("call")(Trace.addFinishedSteps(steps)), false)
      const times = past.map(({ startTime, status }) =>
        status._tag === "Ended" ? Number(status.endTime - startTime) / 1_000_000 : undefined,
      )
      assert.deepStrictEqual(times, [2, 0, 0, 0, 3])
    }),
  )
})
