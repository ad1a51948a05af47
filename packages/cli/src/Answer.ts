/**
 * The answer of a run. Under `--json` it is one JSON document on stdout, the result or the wire error; else it is text
 * for a person on stdout, with notes and errors on stderr. A failure makes the exit code 1, or 2 if the arguments can't
 * be used. Output begins only when the answer is complete, so it is never partial.
 */
import { Refusal, type WebError } from "@porthole/core"
import { NetworkAdvice } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NoPager } from "./Flags.ts"
import * as Json from "./Json.ts"
import { Output, type OutputClosed } from "./Output.ts"
import * as Progress from "./Progress.ts"
import * as Quit from "./Quit.ts"
import { inFlags } from "./view/FlagNames.ts"
import { failedAttempts } from "./view/HitsView.ts"
import * as Printable from "./view/Printable.ts"
import { style, type Style, type View } from "./view/View.ts"

/** Runs an effect and prints its answer. `activity` is shown while it takes long. */
export const give = Effect.fnUntraced(function* <A, R>(options: {
  readonly json: boolean
  readonly activity: string
  readonly make: Effect.Effect<A, WebError.WebError, R>
  readonly view: (style: Style) => (answer: A) => View
  /** The document of `--json`, if it isn't the whole answer. */
  readonly document?: ((answer: A) => unknown) | undefined
  /** A sentence for the person about an error, beside those about networks and settings. */
  readonly advise?: ((error: WebError.WebError) => string | undefined) | undefined
  /** Whether an answer holds nothing that was requested, which is a failure, too. */
  readonly isEmpty?: (answer: A) => boolean
}): Effect.fn.Return<void, Quit.Quit | OutputClosed, R | Output> {
  const output = yield* Output
  const isPaged = !Option.getOrElse(yield* Effect.serviceOption(NoPager), () => false)
  return yield* Effect.matchEffect(Progress.showWhile(options.activity, options.make), {
    onFailure: (error) => failure(error, options.json, options.advise?.(error)),
    onSuccess: (answer) => {
      const code = options.isEmpty?.(answer) === true ? Quit.codes.failed : Quit.codes.done
      if (options.json) return Quit.afterOutput(output.out(Json.line(options.document?.(answer) ?? answer)), code)
      const { body, notes } = options.view(style(output.colours, output.columns))(answer)
      const notices = notes.map((note) => `porthole: ${Printable.line(note)}\n`).join("")
      return Quit.afterOutput(Effect.andThen(isPaged ? output.show(body) : output.out(body), output.err(notices)), code)
    },
  })
})

/** Ends the run with an error: the wire error on stdout under `--json`, else a sentence on stderr. */
export const failure = Effect.fnUntraced(function* (
  error: WebError.WebError,
  isJson: boolean,
  own?: string,
): Effect.fn.Return<void, Quit.Quit | OutputClosed, Output> {
  const { err, out } = yield* Output
  const lines = isJson ? [] : [sentence(error), ...(yield* advice(error, own))]
  const printed = isJson ? out(Json.line(error.wire)) : err(lines.map((line) => `porthole: ${line}\n`).join(""))
  return yield* Quit.afterOutput(printed, Quit.failureCode(error))
})

/** An error in one line: what happened, when to try again, then its code and reason, and the providers if several. */
export const sentence = (error: WebError.WebError): string => {
  const names = [error.error, error.reason, error.status_code].filter((part) => part !== undefined).join(" / ")
  const { attempts = [], message, retry_after } = error.wire
  if (message === undefined) return names
  const again =
    retry_after === undefined || message.includes(`${retry_after} s`) ? "" : ` Try again in ${retry_after} s.`
  const failed = attempts.length < 2 ? "" : ` ${failedAttempts(attempts).join(", ")}.`
  return Printable.line(`${inFlags(message)}${again} (${names})${failed}`)
}

// --- private --------------------------------------------------------------------------

/** Lines for the operator, whose network or settings may be the cause; the sentence before them is also a model's. */
const advice = (error: WebError.WebError, own: string | undefined): Effect.Effect<ReadonlyArray<string>> => {
  const words = own ?? Refusal.of(error)?.advice
  if (words !== undefined) return Effect.succeed([words])
  const isNetwork = error.reason === "target_unreachable" || error.reason === "proxy_unavailable"
  return Effect.map(NetworkAdvice.ofFailure(error), (sentences) => [
    ...(sentences.length === 0 ? [] : [Printable.line(sentences.join(" "))]),
    ...(isNetwork ? ["`porthole doctor` tests the way to sites."] : []),
  ])
}
