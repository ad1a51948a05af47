/** The recording of the setting `recording`: its optional package, which nothing loads where the setting is unset. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Recording } from "@porthole/core"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as OptionalPackage from "./OptionalPackage.ts"

/** A recording that can't be used; the message is a sentence for the operator. */
export interface Failure {
  readonly message: string
}

/** Whether each tenant's recording is a folder of its own: for programs that serve several. Default: no. */
export const ByTenant: Context.Reference<boolean> = Context.Reference<boolean>("@porthole/tools/Recording/ByTenant", {
  defaultValue: () => false,
})

/**
 * The recording of the settings as a layer, with its time while it replays; nothing if they name none. Answers then
 * come neither from `cache_dir` nor from `redis_url`: everything that an answer needs is in the file.
 */
export const layer: Layer.Layer<never, Failure> = Layer.unwrap(
  Effect.gen(function* () {
    const byTenant = yield* ByTenant
    const settings = yield* ToolSettings
    const { recording: file, recording_mode: mode, replay_misses: misses } = settings
    if (file === undefined) return Layer.empty
    const { make } = yield* load
    const recording = yield* make({ file, mode, misses, byTenant })
    const context = Context.make(Recording.Recording, Option.some(recording)).pipe(
      Context.add(ToolSettings, { ...settings, cache_dir: undefined, redis_url: undefined }),
    )
    return Layer.succeedContext(
      Option.match(recording.clock, {
        onNone: () => context,
        onSome: (clock) => Context.add(context, Clock.Clock, clock),
      }),
    )
  }),
)

// --- private --------------------------------------------------------------------------

/** The package. Its type isn't named, so that this compiles where it isn't installed. */
interface Module {
  readonly make: (options: {
    readonly file: string
    readonly mode: "auto" | "record" | "replay"
    readonly misses: "error" | "live" | "search"
    readonly byTenant: boolean
  }) => Effect.Effect<Recording.RecordingShape, Failure, Scope.Scope>
}

const load: Effect.Effect<Module, OptionalPackage.NotInstalled> = OptionalPackage.load(
  "PORTHOLE_RECORDING",
  "@porthole/recording",
  () =>
    import(/* webpackIgnore: true */ "@porthole/recording").then((module): Module => module, OptionalPackage.missing),
)
