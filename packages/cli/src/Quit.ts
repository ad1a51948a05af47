/**
 * The end of a run: 0 done, 1 a typed failure, 2 wrong usage, 130 interrupted (143 terminated), and 70 for a bug of
 * ours. {@link main} runs the whole command and is the only code that ends the process, once all output has been
 * flushed.
 */
import type { WebError } from "@porthole/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { flushAndExit, Output } from "./Output.ts"
import { onSignal } from "./Signals.ts"
import * as Printable from "./view/Printable.ts"

/** The exit codes by name; `Signals` has those of signals. */
export const codes = { done: 0, failed: 1, usage: 2, bug: 70 } as const

/** Ends a run that has already printed everything. */
export class Quit extends Schema.TaggedError<Quit>()("Quit", { code: Schema.Int }) {}

/** Ends the run after a line on stderr. */
export const withMessage = Effect.fnUntraced(function* (
  code: number,
  message: string,
): Effect.fn.Return<never, Quit, Output> {
  const output = yield* Output
  yield* output.err(`porthole: ${Printable.text(message)}\n`)
  return yield* new Quit({ code })
})

/** Ends a server that can't use a site of `--docs-site`. */
export const ofDocsSite = ({ expected }: { readonly expected: string }): Effect.Effect<never, Quit, Output> =>
  withMessage(codes.usage, `--docs-site can't be used: expected ${expected}`)

/** The exit code of a failure: arguments that can't be used are wrong usage, whoever finds that out. */
export const failureCode = ({ error }: WebError.WebError): number =>
  error === "invalid_request" ? codes.usage : codes.failed

/** Ends the run with a code after its output; a failure stays one even if the output's reader is gone. */
export const afterOutput = <E>(printed: Effect.Effect<void, E>, code: number): Effect.Effect<void, Quit | E> =>
  code === codes.done ? printed : Effect.andThen(Effect.ignore(printed), new Quit({ code }))

/** Runs the command to its end and ends the process. */
export const main = (effect: Effect.Effect<void, Quit>): void => {
  let signalled: number | undefined
  const run = Runtime.makeRunMain(({ fiber, teardown }) => {
    onSignal((code) => {
      signalled = code
      fiber.interruptUnsafe(fiber.id)
    })
    fiber.addObserver((exit) => teardown(exit, (code) => flushAndExit(signalled ?? code)))
  })
  run(effect, { disableErrorReporting: true, teardown: (exit, onExit) => onExit(codeOf(exit)) })
}

/** The exit code of an outcome. A bug is printed on stderr. */
export const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return codes.done
  // Without a signal only a server interrupts itself, when its client has closed stdin: the normal end.
  if (Cause.hasInterruptsOnly(exit.cause)) return codes.done
  const failure = Cause.squash(exit.cause)
  if (failure instanceof Quit) return failure.code
  process.stderr.write(`porthole: this is a bug, please report it.\n${Cause.pretty(exit.cause)}\n`)
  return codes.bug
}
