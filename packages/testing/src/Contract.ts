/**
 * The parts of a contract suite: named cases that are effects, and a few assertions. It imports no test runner; an
 * adapter's tests run the cases in a few lines:
 * ```ts
 * for (const { name, run } of ResolverSuite.cases(fixture)) it.live(name, () => run)
 * ```
 * clock: of the example, an adapter's own.
 */
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { WebError } from "@porthole/core"

/** One requirement of a port. `run` fails if the adapter doesn't meet it. */
export interface Case {
  readonly name: string
  readonly run: Effect.Effect<void, BrokenContract>
}

/** A requirement that an adapter doesn't meet. */
export class BrokenContract extends Data.TaggedError("BrokenContract")<{ readonly message: string }> {}

/** Makes a case. Its scope closes when it ends; an unexpected failure breaks the contract. */
export const make = <R>(
  name: string,
  run: Effect.Effect<void, WebError.WebError | BrokenContract, R>,
  provide: (
    run: Effect.Effect<void, WebError.WebError | BrokenContract, R>,
  ) => Effect.Effect<void, WebError.WebError | BrokenContract>,
): Case => ({
  name,
  run: Effect.catchTag(provide(run), "WebError", (error) =>
    Effect.fail(new BrokenContract({ message: `${name}: unexpected ${JSON.stringify(error)}` })),
  ),
})

/** Succeeds if the condition holds. */
export const expect = (condition: boolean, expectation: string): Effect.Effect<void, BrokenContract> =>
  condition ? Effect.void : Effect.fail(new BrokenContract({ message: expectation }))

/** Succeeds if both values have the same JSON. */
export const expectEqual = (
  actual: unknown,
  expected: unknown,
  expectation: string,
): Effect.Effect<void, BrokenContract> =>
  expect(
    JSON.stringify(actual) === JSON.stringify(expected),
    `${expectation}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
  )

/** Succeeds if the effect fails with this error (the given fields only), and the wire form matches the schema. */
export const expectFailure = <A, R>(
  effect: Effect.Effect<A, WebError.WebError, R>,
  expected: Partial<WebError.Wire>,
  expectation: string,
): Effect.Effect<void, BrokenContract, R> =>
  Effect.flatMap(Effect.exit(effect), (exit) => {
    if (Exit.isSuccess(exit)) return broken(`${expectation}: it succeeded`)
    const [reason] = exit.cause.reasons
    if (reason === undefined || !Cause.isFailReason(reason)) return broken(`${expectation}: it died`)
    const { wire } = reason.error
    if (!isWire(wire)) return broken(`${expectation}: no wire error`)
    const fields = new Map<string, unknown>(Object.entries(wire))
    return expect(
      Object.entries(expected).every(([key, value]) => value === undefined || fields.get(key) === value),
      `${expectation}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(wire)}`,
    )
  })

/** Succeeds if the effect dies: the caller has a bug, and no error of the contract may hide it. */
export const expectDefect = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  expectation: string,
): Effect.Effect<void, BrokenContract, R> =>
  Effect.flatMap(Effect.exit(effect), (exit) =>
    expect(Exit.isFailure(exit) && exit.cause.reasons.some(Cause.isDieReason), expectation),
  )

const isWire = Schema.is(WebError.Wire)

const broken = (message: string): Effect.Effect<never, BrokenContract> => Effect.fail(new BrokenContract({ message }))
