/**
 * One document from its bytes to a report of how it was read, in whatever thread this runs: the
 * kind of document is chosen, what reads it is loaded with the first of its kind, and it reads.
 */
import { type Extractor, WebError } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Outcome } from "./formats/Format.ts"
import { choose } from "./formats/Formats.ts"
import * as ProcessorTime from "./ProcessorTime.ts"
import * as ReaderTrace from "./ReaderTrace.ts"
import type { Reading, Stage } from "./Stage.ts"
import * as Watchdog from "./Watchdog.ts"

/** A document to read, and how. */
export interface Task {
  readonly fetched: Extractor.Fetched
  /** How long it may take, in ms. */
  readonly timeout: number
  /** How long it may keep a processor busy, in ms; the whole `timeout` where it is absent. */
  readonly processor?: number
  /** Whether the report is to have a trace. */
  readonly isTraced: boolean
}

/** How a document was read. */
export interface Report {
  readonly outcome: Outcome
  readonly trace?: ReaderTrace.ReaderTrace
  /** How its content was found and what sort of page it is, where it went through stages. */
  readonly ways?: Pick<ReaderTrace.ReaderTrace, "path" | "kind">
}

/** Makes a list of stages of the standard one: others before, between or after, or fewer. */
export type ChangeStages = (standard: ReadonlyArray<Stage>) => ReadonlyArray<Stage>

/** Makes what reads documents one after the other. Nothing is loaded yet. */
export const make = (change?: ChangeStages): ((task: Task) => Effect.Effect<Report>) => {
  let changed: ReadonlyArray<Stage> | undefined
  const stagesOf = (): Promise<ReadonlyArray<Stage> | undefined> =>
    change === undefined || changed !== undefined
      ? Promise.resolve(changed)
      : import("./Pipeline.ts").then(({ stages }) => (changed ??= change(stages)))

  return Effect.fnUntraced(function* ({ fetched, isTraced, processor, timeout }: Task) {
    const format = choose(fetched.contentType, fetched.bytes)
    if (format === undefined) return { outcome: unsupported }
    const tools = yield* Effect.result(
      Effect.tryPromise({ try: () => Promise.all([format.load(), stagesOf()]), catch: unloadable }),
    )
    if (Result.isFailure(tools)) return { outcome: Result.fail(tools.failure) }
    const [read, stages] = tools.success
    const clock = yield* Clock.Clock
    const recorder = isTraced ? ReaderTrace.record(fetched.url, () => clock.monotonicTimeNanosUnsafe()) : undefined
    let reached: Reading | undefined
    const start = clock.currentTimeMillisUnsafe()
    const spent = ProcessorTime.counted()
    const allowed = processor ?? timeout
    const begun = Watchdog.within({ elapsed: timeout, processor: processor ?? timeout }, () =>
      read(fetched, {
        isOverdue: () => clock.currentTimeMillisUnsafe() > start + timeout,
        processor: allowed,
        isLate: () =>
          spent() > lateShare.processor * allowed ||
          clock.currentTimeMillisUnsafe() > start + lateShare.elapsed * timeout,
        ...(stages === undefined ? {} : { stages }),
        onStage: (name, reading, note) => {
          reached = reading
          recorder?.onStage(name, reading, note)
        },
      }),
    )
    const outcome = Result.isFailure(begun) ? Result.fail(begun.failure) : yield* ended(begun.success, timeout)
    return {
      outcome,
      ...(recorder === undefined ? {} : { trace: recorder.end(Result.isSuccess(outcome)) }),
      ...(reached === undefined ? {} : { ways: ReaderTrace.waysOf(reached) }),
    }
  })
}

// --- private --------------------------------------------------------------------------

/** When it is late, as parts of what a document may take: before whoever watches over that ends the work. */
const lateShare = { elapsed: 0.6, processor: 0.56 } as const

const unsupported: Outcome = Result.fail(
  WebError.make({ error: "unsupported_content_type", message: "Documents of this type can't be read." }),
)

const unloadable = (cause: unknown): WebError.WebError =>
  WebError.make({ error: "extraction_failed", message: "The reader couldn't be loaded." }, cause)

const ended = (begun: Outcome | Promise<Outcome>, timeout: number): Effect.Effect<Outcome> =>
  begun instanceof Promise
    ? Effect.timeoutOrElse(
        Effect.promise(() => begun),
        { duration: timeout, orElse: () => Effect.succeed(Result.fail(Watchdog.overdue)) },
      )
    : Effect.succeed(begun)
