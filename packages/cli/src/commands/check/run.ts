/** Runs `porthole check`. */
import { Network } from "@porthole/core"
import { Lines, Node, ToolCalls } from "@porthole/tools"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import * as Verdict from "../../Verdict.ts"
import * as Printable from "../../view/Printable.ts"
import { withSettings } from "../../withSettings.ts"

/** Checks each URL of the command line, as `fetch` reads it; a refused one makes the exit code 1. */
export const urls = (options: {
  readonly urls: ReadonlyArray<string>
  readonly json: boolean
  readonly offline: boolean
}): Effect.Effect<void, Quit.Quit | OutputClosed, Output> =>
  withSettings({}, () =>
    Effect.gen(function* () {
      const output = yield* Output
      const resolve = yield* resolving(options.offline)
      const { urls } = yield* ToolCalls.withUrls(options)
      const all = yield* Effect.forEach(urls, (url) => Verdict.judge(url, resolve), { concurrency: maxLookups })
      const printed = output.out(all.map((one) => (options.json ? Json.line(one.verdict) : sentence(one))).join(""))
      yield* Quit.afterOutput(
        printed,
        all.every(({ verdict }) => verdict.allowed) ? Quit.codes.done : Quit.codes.failed,
      )
    }),
  ).pipe(Effect.scoped)

/** Checks each line of stdin, and answers each with one line, in order and as they come. */
export const lines = (options: {
  readonly offline: boolean
}): Effect.Effect<void, Quit.Quit | OutputClosed, Output | Stdio.Stdio> =>
  withSettings({}, () =>
    Effect.gen(function* () {
      const output = yield* Output
      const resolve = yield* resolving(options.offline)
      const { stdin } = yield* Stdio.Stdio
      const inputLines = Lines.split(stdin)
      // Offline nothing waits, so a whole chunk is answered at once; lookups run concurrently.
      const answers = options.offline
        ? Stream.mapArrayEffect(inputLines, (some) => Effect.forEach(some, (line) => Verdict.judgeLine(line, resolve)))
        : Stream.mapEffect(inputLines, (line) => Verdict.judgeLine(line, resolve), { concurrency: maxLookups })
      yield* Stream.runForEachArray(answers, (some) => output.out(some.map(Json.line).join("")))
    }),
  ).pipe(
    Effect.scoped,
    Effect.catchTag("PlatformError", () => Quit.withMessage(Quit.codes.failed, "stdin can't be read.")),
  )

// --- private --------------------------------------------------------------------------

/**
 * Maximum number of concurrent lookups: fewer than the resolver starts for one conversation, so that none waits out its
 * deadline in a queue.
 */
const maxLookups = 2

/** The resolver is loaded only for DNS queries. */
const resolving = (offline: boolean): Effect.Effect<Verdict.Resolve, never, Scope.Scope> =>
  offline
    ? Effect.succeed(Verdict.offline)
    : Effect.map(Layer.build(Node.resolver), (context) => Context.get(context, Network.Resolver).resolve)

const sentence = ({ verdict, message }: Verdict.UrlVerdict): string => {
  const url = Printable.line(verdict.url ?? "")
  if (verdict.allowed) return `allowed  ${url}\n`
  const why = verdict.reason === undefined ? verdict.error : `${verdict.error} / ${verdict.reason}`
  return `refused  ${url}\n         ${why}${message === undefined ? "" : `: ${message}`}\n`
}
