/** The contract of `RequestBudget`, for every adapter. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import { Conversation, Deadline, RequestBudget } from "@porthole/core"
import { Contract } from "@porthole/testing"

/** The suite's input: a new budget of five requests per conversation. It isn't refilled within ten seconds. */
export interface RequestBudgetFixture {
  readonly layer: Layer.Layer<never>
}

/** The number of requests of a conversation in {@link RequestBudgetFixture}. */
export const requests = 5

/** The cases. */
export const cases = ({ layer }: RequestBudgetFixture): ReadonlyArray<Contract.Case> => {
  const test = (name: string, run: Effect.Effect<void, Contract.BrokenContract>) =>
    Contract.make(name, run, Effect.provide(layer))

  return [
    test(
      "allows five requests and refuses the sixth immediately, with the time until the next one",
      Effect.andThen(expectSuccess(spendAll("one"), "five requests"), expectRefused("one", "the sixth")),
    ),
    test(
      "counts each of many parallel requests",
      Effect.gen(function* () {
        const exits = yield* Effect.all(
          Array.from({ length: 4 * requests }, () => Effect.exit(spendAs("many"))),
          { concurrency: "unbounded" },
        )
        yield* Contract.expectEqual(exits.filter(Exit.isSuccess).length, requests, "as many as the budget allows")
      }),
    ),
    test(
      "keeps conversations and tenants apart",
      Effect.gen(function* () {
        yield* expectSuccess(spendAll("one"), "five of one")
        yield* expectSuccess(spendAll("two"), "five of another conversation")
        yield* expectSuccess(spendAll("one", "another"), "five of another tenant")
        yield* expectRefused("one", "the sixth of one")
      }),
    ),
  ]
}

// --- private --------------------------------------------------------------------------

const spendAs = (id: string, tenant = "tenant") =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.provideService(
      RequestBudget.RequestBudget.use(({ spend }) => spend),
      Deadline.Deadline,
      Deadline.at(now + 1_000),
    ),
  ).pipe(Effect.provideService(Conversation.Conversation, { id, tenant }))

const spendAll = (id: string, tenant?: string) =>
  Effect.forEach(Array.from({ length: requests }), () => spendAs(id, tenant), { discard: true })

/** A refusal is `budget_exceeded` or `rate_limited`, whichever limit the adapter has. */
const expectRefused = (id: string, expectation: string) =>
  Effect.flatMap(Effect.exit(spendAs(id)), (exit) =>
    Contract.expect(
      Exit.isFailure(exit) &&
        exit.cause.reasons.some(
          (reason) =>
            reason._tag === "Fail" &&
            (reason.error.error === "budget_exceeded" ||
              (reason.error.error === "rate_limited" && (reason.error.wire.retry_after ?? 0) >= 1)),
        ),
      expectation,
    ),
  )

const expectSuccess = <E>(effect: Effect.Effect<void, E>, expectation: string) =>
  Effect.flatMap(Effect.exit(effect), (exit) => Contract.expect(Exit.isSuccess(exit), expectation))
