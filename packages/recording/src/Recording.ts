/** A recording as a layer: opens the file once, and provides the kernel's `Recording`. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { Conversation, Recorded, Recording } from "@porthole/core"
import { existsSync } from "node:fs"
import { mkdir, readdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as ClosedWeb from "./ClosedWeb.ts"
import * as Exchange from "./Exchange.ts"
import * as Models from "./Models.ts"
import * as Player from "./Player.ts"
import * as Recorder from "./Recorder.ts"
import { RecordingError } from "./RecordingError.ts"
import * as ReplayClock from "./ReplayClock.ts"
import * as Tape from "./Tape.ts"
import * as WarcFile from "./WarcFile.ts"

/**
 * A request that isn't recorded fails as `not_recorded` (`error`), or goes to the network and is recorded (`live`).
 * With `search` a search is ranked from the recording, and anything else fails.
 */
export type Misses = "error" | "live" | "search"

/** How to record, or to replay. */
export interface Options {
  /** The file, such as `run.warc.gz`; or a folder that exists, or whose name ends with `/`, of such files. */
  readonly file: string
  /** `auto`, the default, replays a recording that exists, and records one that doesn't. */
  readonly mode?: "auto" | "record" | "replay" | undefined
  /** What becomes of a request that isn't recorded while the recording is replayed. Default: `error`. */
  readonly misses?: Misses | undefined
  /** Maximum bytes of a file that is recorded; then answers aren't recorded any more. Default: 1 GiB. */
  readonly maxBytes?: number | undefined
  /** Whether each tenant has a folder of its own in `file`, and is answered from no other. Default: no. */
  readonly byTenant?: boolean | undefined
}

/** Opens a recording. In a folder each process records a file of its own; all files are replayed, by their names. */
export const make = (options: Options): Effect.Effect<Recording.RecordingShape, RecordingError, Scope.Scope> =>
  Effect.gen(function* () {
    const { misses = "error", mode = "auto" } = options
    const isReplay = mode === "replay" || (mode === "auto" && (yield* filesIn(options.file)).length > 0)
    const models = { replays: isReplay, records: !isReplay || misses === "live" }
    const tape = options.byTenant === true ? yield* ofTenants(options, models) : yield* open(options, models)
    return {
      isReplay,
      isClosed: !models.records,
      clock:
        isReplay && tape.begunAt !== undefined ? Option.some(yield* ReplayClock.beginAt(tape.begunAt)) : Option.none(),
      ...(isReplay ? playing(tape, misses) : recording(tape)),
      search:
        isReplay && misses === "search"
          ? yield* ClosedWeb.make(tape)
          : models.records
            ? searchOf(tape)
            : ClosedWeb.explained(tape),
      compressor: Models.compressor(tape, models),
      reranker: Models.reranker(tape, models),
    }
  })

/** {@link make} as a layer, with its time while it replays: for a composition of Porthole's above it. */
export const layer = (options: Options): Layer.Layer<never, RecordingError> =>
  Layer.effectContext(
    Effect.map(make(options), (recording) =>
      Option.match(recording.clock, {
        onNone: () => Context.make(Recording.Recording, Option.some(recording)),
        onSome: (clock) =>
          Context.make(Recording.Recording, Option.some(recording)).pipe(Context.add(Clock.Clock, clock)),
      }),
    ),
  )

/** Maximum number of tenants whose recordings are open; others are refused. */
export const maxTenants = 1_000

// --- private --------------------------------------------------------------------------

type Ports = Pick<Recording.RecordingShape, "dialer" | "httpClient" | "resolver">

const recording = (tape: Tape.Tape): Ports => ({
  resolver: Effect.map(Recorder.resolver(tape)),
  dialer: Effect.map(Recorder.dialer(tape)),
  httpClient: Effect.map(Recorder.httpClient(tape)),
})

/** What isn't recorded goes to the network only where that is asked for, and is recorded then. */
const playing = (tape: Tape.Tape, misses: Misses): Ports =>
  misses === "live"
    ? {
        resolver: Effect.map((base) => Player.resolver(tape, Recorder.resolver(tape)(base))),
        dialer: Effect.map((base) => Player.dialer(tape, Recorder.dialer(tape)(base))),
        httpClient: Effect.map((base) => Player.httpClient(tape, Recorder.httpClient(tape)(base))),
      }
    : {
        resolver: () => Effect.succeed(Player.resolver(tape)),
        dialer: () => Effect.succeed(Player.dialer(tape)),
        httpClient: () => Effect.succeed(Player.httpClient(tape)),
      }

/** Records the hits of a search that went to the network, too: any other search can be ranked from them. */
const searchOf =
  (tape: Tape.Tape): Recording.RecordingShape["search"] =>
  ({ search }) =>
  (request) =>
    Effect.suspend(() => {
      const secrets: Array<string> = []
      return Effect.tap(Effect.provideService(search(request), Recorder.Secrets, secrets), (answer) =>
        Effect.flatMap(Recorded.Collector, (entries) =>
          entries?.at(-1)?.kept?.replayed === true
            ? Effect.void
            : Recorder.append(tape, undefined, [ClosedWeb.draftOf(request, answer, secrets)]),
        ),
      )
    })

const open = Effect.fnUntraced(function* (
  { file, maxBytes = 1_073_741_824 }: Options,
  { records, replays }: Models.Mode,
): Effect.fn.Return<Tape.Tape, RecordingError, Scope.Scope> {
  const files = replays ? yield* filesIn(file) : []
  if (replays && !records && files.length === 0)
    return yield* new RecordingError({ message: `There is no recording ${file}.` })
  return yield* Tape.open({ files, maxBytes, ...(records ? { file: yield* fileToWrite(file) } : {}) })
})

/** The file, or one of this process in a folder, which is made. */
const fileToWrite = Effect.fnUntraced(function* (file: string): Effect.fn.Return<string, RecordingError> {
  if (!(yield* isFolder(file))) return file
  yield* makeFolder(join(file))
  const time = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)).replaceAll(/\D/g, "")
  return join(file, `run-${time}-${process.pid}.warc.gz`)
})

/** Node's recursive option never ends below a folder that accepts no folders, such as `/proc`. */
const makeFolder = (folder: string): Effect.Effect<void, RecordingError> =>
  Effect.gen(function* () {
    if (existsSync(folder)) return
    yield* makeFolder(dirname(folder))
    yield* Effect.catch(
      Effect.tryPromise({ try: () => mkdir(folder, { mode: 0o700 }), catch: WarcFile.unwritable }),
      // Another process may have been faster.
      (error) => (existsSync(folder) ? Effect.void : Effect.fail(error)),
    )
  })

/** The tape of the call's tenant, opened at its first use. */
const ofTenants = Effect.fnUntraced(function* (
  options: Options,
  mode: Models.Mode,
): Effect.fn.Return<Tape.Tape, RecordingError, Scope.Scope> {
  const scope = yield* Effect.scope
  const tapes = new Map<string, Effect.Effect<Tape.Tape, RecordingError>>()
  const ofTenant = (tenant: string): Effect.Effect<Tape.Tape, RecordingError> =>
    Effect.gen(function* () {
      const known = tapes.get(tenant)
      if (known !== undefined) return yield* known
      if (tapes.size >= maxTenants) return yield* new RecordingError({ message: "Too many tenants are recorded." })
      const folder = `${join(options.file, folderOf(tenant))}/`
      const opened = yield* Effect.cached(
        Effect.catch(Scope.provide(open({ ...options, file: folder }, mode), scope), ({ message }) =>
          Effect.andThen(Effect.logWarning(message), Effect.fail(unusable)),
        ),
      )
      tapes.set(tenant, opened)
      return yield* opened
    })
  const current = Effect.flatMap(Conversation.Conversation, ({ tenant }) => ofTenant(tenant))
  const first = mode.replays ? (yield* filesIn(options.file, true)).at(0) : undefined
  return {
    append: (drafts) =>
      Effect.catch(
        Effect.flatMap(current, ({ append }) => append(drafts)),
        ({ message }) => Effect.as(Effect.logWarning(message), undefined),
      ),
    next: (...keys) => Effect.flatMap(current, ({ next }) => next(...keys)),
    hold: Effect.ignore(Effect.flatMap(current, ({ hold }) => hold)),
    contents: Effect.flatMap(current, ({ contents }) => contents),
    begunAt:
      first === undefined ? undefined : (yield* Effect.scoped(Tape.open({ files: [first], maxBytes: 0 }))).begunAt,
  }
})

/** What a tenant hears: where the server has its files is the operator's. */
const unusable = new RecordingError({ message: "The recording of this caller can't be used." })

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
