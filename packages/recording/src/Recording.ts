/** A recording as a layer: opens the file once, and provides the kernel's `Recording`. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { Conversation, Recording } from "@porthole/core"
import { mkdir, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import * as Exchange from "./Exchange.ts"
import * as Player from "./Player.ts"
import * as Recorder from "./Recorder.ts"
import { RecordingError } from "./RecordingError.ts"
import * as Tape from "./Tape.ts"
import * as WarcFile from "./WarcFile.ts"

/** How to record, or to replay. */
export interface Options {
  /** The file, such as `run.warc.gz`; or a folder that exists, or whose name ends with `/`, of such files. */
  readonly file: string
  /** `auto`, the default, replays a recording that exists, and records one that doesn't. */
  readonly mode?: "auto" | "record" | "replay" | undefined
  /** Maximum bytes of a file that is recorded; then answers aren't recorded any more. Default: 1 GiB. */
  readonly maxBytes?: number | undefined
  /** Whether each tenant has a folder of its own in `file`, and is answered from no other. Default: no. */
  readonly byTenant?: boolean | undefined
}

/** Opens a recording. In a folder each process records a file of its own; all files are replayed, by their names. */
export const make = (options: Options): Effect.Effect<Recording.RecordingShape, RecordingError, Scope.Scope> =>
  Effect.gen(function* () {
    const { mode = "auto" } = options
    const isReplay = mode === "replay" || (mode === "auto" && (yield* filesIn(options.file)).length > 0)
    const tape = options.byTenant === true ? yield* ofTenants(options, isReplay) : yield* open(options, isReplay)
    if (!isReplay) {
      return {
        isReplay,
        clockOffset: 0,
        resolver: Effect.map(Recorder.resolver(tape)),
        dialer: Effect.map(Recorder.dialer(tape)),
        httpClient: Effect.map(Recorder.httpClient(tape)),
      }
    }
    const now = yield* Clock.currentTimeMillis
    return {
      isReplay,
      clockOffset: (tape.begunAt ?? now) - now,
      resolver: () => Effect.succeed(Player.resolver(tape)),
      dialer: () => Effect.succeed(Player.dialer(tape)),
      httpClient: () => Effect.succeed(Player.httpClient(tape)),
    }
  })

/** {@link make} as a layer, for a composition of Porthole's above it. */
export const layer = (options: Options): Layer.Layer<never, RecordingError> =>
  Layer.effect(Recording.Recording, Effect.map(make(options), Option.some))

/** Maximum number of tenants whose recordings are open; others are refused. */
export const maxTenants = 1_000

// --- private --------------------------------------------------------------------------

const open = Effect.fnUntraced(function* (
  { file, maxBytes = 1_073_741_824 }: Options,
  isReplay: boolean,
): Effect.fn.Return<Tape.Tape, RecordingError, Scope.Scope> {
  if (isReplay) {
    const files = yield* filesIn(file)
    return yield* files.length === 0
      ? new RecordingError({ message: `There is no recording ${file}.` })
      : Tape.open({ mode: "replay", files })
  }
  if (!(yield* isFolder(file))) return yield* Tape.open({ mode: "record", file, maxBytes })
  yield* Effect.tryPromise({ try: () => mkdir(file, { recursive: true, mode: 0o700 }), catch: WarcFile.unwritable })
  const time = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)).replaceAll(/\D/g, "")
  return yield* Tape.open({ mode: "record", file: join(file, `run-${time}-${process.pid}.warc.gz`), maxBytes })
})

/** The tape of the call's tenant, opened at its first use. */
const ofTenants = Effect.fnUntraced(function* (
  options: Options,
  isReplay: boolean,
): Effect.fn.Return<Tape.Tape, RecordingError, Scope.Scope> {
  const scope = yield* Effect.scope
  const tapes = new Map<string, Effect.Effect<Tape.Tape, RecordingError>>()
  const ofTenant = (tenant: string): Effect.Effect<Tape.Tape, RecordingError> =>
    Effect.gen(function* () {
      const known = tapes.get(tenant)
      if (known !== undefined) return yield* known
      if (tapes.size >= maxTenants) return yield* new RecordingError({ message: "Too many tenants are recorded." })
      const folder = `${join(options.file, folderOf(tenant))}/`
      const opened = yield* Effect.cached(Scope.provide(open({ ...options, file: folder }, isReplay), scope))
      tapes.set(tenant, opened)
      return yield* opened
    })
  const current = Effect.flatMap(Conversation.Conversation, ({ tenant }) => ofTenant(tenant))
  const first = isReplay ? (yield* filesIn(options.file, true)).at(0) : undefined
  return {
    append: (drafts) =>
      Effect.catch(
        Effect.flatMap(current, ({ append }) => append(drafts)),
        ({ message }) => Effect.as(Effect.logWarning(message), undefined),
      ),
    next: (...keys) => Effect.flatMap(current, ({ next }) => next(...keys)),
    begunAt:
      first === undefined ? undefined : (yield* Effect.scoped(Tape.open({ mode: "replay", files: [first] }))).begunAt,
  }
})

/** A tenant's name as that of a folder, which no other tenant has. */
const folderOf = (tenant: string): string =>
  /^[a-z0-9_-]{1,64}$/.test(tenant) ? tenant : `=${Exchange.digestOf(tenant).slice(7, 39)}`

const isFolder = (file: string): Effect.Effect<boolean> =>
  file.endsWith("/")
    ? Effect.succeed(true)
    : Effect.orElseSucceed(
        Effect.map(
          Effect.tryPromise(() => stat(file)),
          (found) => found.isDirectory(),
        ),
        () => false,
      )

/** The files of a recording; none if there is no recording. */
const filesIn = (file: string, isDeep = false): Effect.Effect<ReadonlyArray<string>> =>
  Effect.flatMap(isFolder(file), (folder) =>
    Effect.orElseSucceed(
      Effect.tryPromise(() =>
        folder
          ? readdir(file, { recursive: isDeep }).then((names) =>
              names
                .filter((name) => /\.warc(?:\.gz)?$/.test(name))
                .toSorted()
                .map((name) => join(file, name)),
            )
          : stat(file).then(() => [file]),
      ),
      () => [],
    ),
  )
