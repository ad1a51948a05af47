/**
 * Compares a chain with a model of a few lines: for any behaviour of its providers, it calls exactly those that the
 * model calls.
 */
import { assert, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { chain } from "@porthole/provider-kit/chain"
import { Duration, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { type Answer, fault, row, scripted } from "./scripted.ts"

/** The behaviour of a provider when it is called. */
type Deed =
  | "answers"
  | "finds nothing"
  | "refuses"
  | "is out"
  | "times out"
  | "can't say it"
  | "breaks a rule"
  | "lacks a key"

/** One call: the behaviour of each provider, and the time since the last call, in s. */
interface Call {
  readonly deeds: ReadonlyArray<Deed>
  readonly pause: number
}

const deed = fc.constantFrom<ReadonlyArray<Deed>>(
  ["answers", "finds nothing"],
  ["refuses"],
  ["is out", "times out"],
  ["is out"],
  ["can't say it", "breaks a rule", "lacks a key"],
)
const providerCount = 3
const calls = fc.array(
  fc.record({
    deeds: fc.array(
      deed.chain((of) => fc.constantFrom(...of)),
      { minLength: providerCount, maxLength: providerCount },
    ),
    pause: fc.constantFrom(0, 0, 1, 29, 30, 31, 100),
  }),
  { minLength: 1, maxLength: 25 },
)

/** The model's outcome of a call: the called providers, and whether the chain answers, refuses or fails. */
interface Expected {
  readonly requested: ReadonlyArray<number>
  readonly end: "answer" | "refusal of ours" | "failure"
}

const model = (input: ReadonlyArray<Call>): ReadonlyArray<Expected> => {
  const states = Array.from({ length: providerCount }, () => ({ cooling: 0, open: 0, left: 3 }))
  let now = 0
  return input.map(({ deeds, pause }) => {
    now += pause
    const requested: Array<number> = []
    for (const [at, state] of states.entries()) {
      const does = deeds[at] ?? assert.fail("no deed")
      if (does === "lacks a key" || state.cooling > now || state.open > now) continue
      requested.push(at)
      if (does === "answers" || does === "finds nothing") {
        state.left = 3
        return { requested, end: "answer" }
      }
      if (does === "breaks a rule") return { requested, end: "refusal of ours" }
      if (does === "refuses") {
        state.left = 3
        state.cooling = now + 60
      }
      if ((does === "is out" || does === "times out") && --state.left === 0) {
        state.open = now + 30
        // The next call is a probe.
        state.left = 1
      }
    }
    return { requested, end: "failure" }
  })
}

const answerOf = (does: Deed): Answer => {
  switch (does) {
    case "answers":
      return [row("a")]
    case "finds nothing":
      return []
    case "refuses":
      return fault("link", "rate_limited", 60)
    case "is out":
      return fault("link", "unreachable")
    case "times out":
      return WebError.make({ error: "timeout" })
    case "can't say it":
      return WebError.make({ error: "invalid_request", reason: "query" })
    case "breaks a rule":
      return WebError.make({ error: "budget_exceeded" })
    case "lacks a key":
      return assert.fail("It isn't asked.")
  }
}

const observed = Effect.fnUntraced(function* (input: ReadonlyArray<Call>) {
  let deeds: ReadonlyArray<Deed> = []
  let requested: Array<number> = []
  const list = Array.from({ length: providerCount }, (_, at) => {
    const does = () => deeds[at] ?? assert.fail("no deed")
    const { provider } = scripted(`link${at}`, () => (requested.push(at), answerOf(does())), {
      isConfigured: Effect.sync(() => does() !== "lacks a key"),
    })
    return provider
  })
  const search = yield* chain(list)
  const all: Array<Expected> = []
  for (const call of input) {
    deeds = call.deeds
    requested = []
    yield* TestClock.adjust(Duration.seconds(call.pause))
    const result = yield* Effect.result(search({ query: "x" }))
    const isOurs = Result.isFailure(result) && result.failure.error === "budget_exceeded"
    all.push({ requested, end: Result.isSuccess(result) ? "answer" : isOurs ? "refusal of ours" : "failure" })
  }
  return all
})

/** Declares them with a share of their runs. */
export const chainProperties = (share: number): void => {
  it("calls the providers that the model predicts", () =>
    fc.assert(
      fc.asyncProperty(calls, async (input) => {
        const seen = await Effect.runPromise(observed(input).pipe(Effect.scoped, Effect.provide(TestClock.layer())))
        assert.deepStrictEqual(seen, model(input))
      }),
      { numRuns: 300 * share },
    ))
}
