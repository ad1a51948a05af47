/** A recording as a layer: opens the file once, and provides the kernel's `Recording`. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Recording } from "@porthole/core"
import { stat } from "node:fs/promises"
import * as Player from "./Player.ts"
import * as Recorder from "./Recorder.ts"
import type { RecordingError } from "./RecordingError.ts"
import * as Tape from "./Tape.ts"

/** How to record, or to replay. */
export interface Options {
  /** The file, such as `run.warc.gz`. */
  readonly file: string
  /** `auto`, the default, replays a file that exists, and records one that doesn't. */
  readonly mode?: "auto" | "record" | "replay" | undefined
  /** Maximum bytes of a file that is recorded; then answers aren't recorded any more. Default: 1 GiB. */
  readonly maxBytes?: number | undefined
}

/** Opens a recording. */
export const make = ({
  file,
  maxBytes = 1_073_741_824,
  mode = "auto",
}: Options): Effect.Effect<Recording.RecordingShape, RecordingError, Scope.Scope> =>
  Effect.gen(function* () {
    const chosen = mode === "auto" ? ((yield* exists(file)) ? "replay" : "record") : mode
    const tape = yield* Tape.open({ file, mode: chosen, maxBytes })
    if (chosen === "record") {
      return {
        isReplay: false,
        clockOffset: 0,
        resolver: Effect.map(Recorder.resolver(tape)),
        dialer: Effect.map(Recorder.dialer(tape)),
        httpClient: Effect.map(Recorder.httpClient(tape)),
      }
    }
    const now = yield* Clock.currentTimeMillis
    return {
      isReplay: true,
      clockOffset: (tape.begunAt ?? now) - now,
      resolver: () => Effect.succeed(Player.resolver(tape)),
      dialer: () => Effect.succeed(Player.dialer(tape)),
      httpClient: () => Effect.succeed(Player.httpClient(tape)),
    }
  })

/** {@link make} as a layer, for a composition of Porthole's above it. */
export const layer = (options: Options): Layer.Layer<never, RecordingError> =>
  Layer.effect(Recording.Recording, Effect.map(make(options), Option.some))

// --- private --------------------------------------------------------------------------

const exists = (file: string): Effect.Effect<boolean> => Effect.isSuccess(Effect.tryPromise(() => stat(file)))
