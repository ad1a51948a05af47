/**
 * The recording behind the ports: its exchanges by the requests that they answer ({@link TapeIndex}), and appending
 * ({@link TapeWriter}). Bodies stay in the file.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import type { Recorded } from "@porthole/core"
import type { FileHandle } from "node:fs/promises"
import * as FileLock from "./FileLock.ts"
import { RecordingError } from "./RecordingError.ts"
import * as TapeIndex from "./TapeIndex.ts"
import * as TapeWriter from "./TapeWriter.ts"
import * as WarcFile from "./WarcFile.ts"
import type * as WarcRecord from "./WarcRecord.ts"

/** An open recording. */
export interface Tape {
  /**
   * Appends records that belong together, in one write, and returns the first of them; nothing if the recording is full
   * or can't be written.
   */
  readonly append: (drafts: ReadonlyArray<TapeWriter.Draft>) => Effect.Effect<Recorded.Kept | undefined>
  /** Keeps the file open until the scope ends, so that an exchange that is under way can be written. */
  readonly hold: Effect.Effect<void, never, Scope.Scope>
  /** The next exchange of the first of these keys that the recording has. */
  readonly next: (...keys: ReadonlyArray<string>) => Effect.Effect<TapeIndex.Found | undefined, RecordingError>
  /** What a search that isn't recorded can be ranked from; the same object for the same recording. */
  readonly contents: Effect.Effect<Contents, RecordingError>
  /** The time of the first record in ms since the epoch; `undefined` without a record. */
  readonly begunAt: number | undefined
}

/** The pages of a recording, and the records of its searches. */
export interface Contents {
  /** The URLs of the answers that may be pages, in order. */
  readonly pages: ReadonlySet<string>
  /** Whether another maker's file has an answer of this host. */
  readonly hasForeign: (host: string) => boolean
  /** Reads the records of {@link TapeIndex.searchScheme}, the last {@link TapeIndex.maxSearches} at most. */
  readonly searches: Effect.Effect<ReadonlyArray<WarcRecord.WarcRecord>, RecordingError>
}

/** How to open a recording: `files` are answered from, `file` is appended to. */
export interface Options {
  readonly files: ReadonlyArray<string>
  readonly file?: string | undefined
  /** Maximum bytes of `file`. */
  readonly maxBytes: number
}

/**
 * Opens a recording. Where it is appended to, a torn last record is cut off, and no other process may write the file;
 * elsewhere a torn record ends the file.
 */
export const open = Effect.fnUntraced(function* ({
  file,
  files,
  maxBytes,
}: Options): Effect.fn.Return<Tape, RecordingError, Scope.Scope> {
  const index = TapeIndex.make()
  for (const each of files) {
    if (each !== file) yield* requireWhole(each, yield* TapeIndex.add(index, yield* opened(each, "r"), each))
  }
  const append =
    file === undefined
      ? () => Effect.undefined
      : yield* openToAppend(index, { file, maxBytes, isRead: files.length > 0 })
  const exchanges = underWay()
  // Before the file is closed.
  yield* Effect.addFinalizer(() => exchanges.end)
  return {
    append,
    hold: exchanges.hold,
    next: (...keys) => TapeIndex.next(index, keys),
    contents: Effect.succeed({
      pages: index.pages,
      hasForeign: (host) => index.foreignHosts.has(host),
      searches: Effect.forEach(index.searches, (entry) => WarcFile.readAt(entry.handle, entry)),
    }),
    begunAt: index.begunAt,
  }
})

// --- private --------------------------------------------------------------------------

/** Maximum wait for exchanges under way: whoever closes a recording has interrupted them. */
const patience = "2 seconds"

/** Counts the exchanges under way, and waits for their end. */
const underWay = () => {
  const latch = Latch.makeUnsafe(true)
  let count = 0
  const begin = Effect.sync(() => {
    count++
    latch.closeUnsafe()
  })
  const end = Effect.sync(() => {
    if (--count === 0) latch.openUnsafe()
  })
  return {
    hold: Effect.acquireRelease(begin, () => end),
    end: Effect.suspend(() => (count === 0 ? Effect.void : Effect.timeoutOption(latch.await, patience))),
  }
}

/** Only a recording that is also answered from needs its index. */
const openToAppend = Effect.fnUntraced(function* (
  index: TapeIndex.TapeIndex,
  { file, isRead, maxBytes }: { readonly file: string; readonly isRead: boolean; readonly maxBytes: number },
) {
  // A live miss is dated by the time of the system, whatever the time of the recording is.
  const clock = yield* Clock.Clock
  yield* FileLock.hold(file)
  const handle = yield* opened(file, "a+")
  const payloads = TapeWriter.payloads()
  const end = yield* WarcFile.walk(handle, (located) => {
    TapeWriter.remember(payloads, located.record)
    if (isRead) TapeIndex.note(index, { ...located, handle })
  })
  yield* requireWhole(file, end)
  if (end.fault !== undefined)
    yield* Effect.tryPromise({ try: () => handle.truncate(end.offset), catch: WarcFile.unwritable })
  return yield* TapeWriter.make({
    clock,
    handle,
    maxBytes,
    payloads,
    end: end.offset,
    written: (located) => {
      if (isRead) TapeIndex.note(index, { ...located, handle })
    },
  })
})

const opened = (file: string, flags: "a+" | "r"): Effect.Effect<FileHandle, RecordingError, Scope.Scope> =>
  Effect.acquireRelease(WarcFile.open(file, flags), (handle) => Effect.ignore(Effect.tryPromise(() => handle.close())))

/** Fails for a file whose records end otherwise than by a torn one. */
const requireWhole = (file: string, { fault, offset }: WarcFile.End): Effect.Effect<void, RecordingError> => {
  if (fault === undefined) return Effect.void
  return fault === "short" && offset > 0
    ? Effect.logWarning(`The last record of ${file} is torn; it ends at byte ${offset}.`)
    : Effect.fail(new RecordingError({ message: `The recording ${file} can't be read: ${fault} at byte ${offset}.` }))
}
