/**
 * Downloads a corpus from its repository at its pinned commit. A corpus appears in the folder only if its checksum is
 * right: nothing is written before.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { filesIn } from "./Archive.ts"
import { checksumOf, type Files } from "./Checksum.ts"
import type { Pinned } from "./Pinned.ts"

/** Why a corpus couldn't be downloaded. */
export class DownloadError extends Schema.TaggedError<DownloadError>("@porthole/extract/train/DownloadError")(
  "DownloadError",
  {
    url: Schema.String,
    reason: Schema.Literals(["unreachable", "status", "size", "timeout", "archive", "checksum", "folder"]),
    detail: Schema.String,
  },
) {
  override get message(): string {
    return `${sentences[this.reason]} (${this.detail}): ${this.url}`
  }
}

/** How to download. */
export interface Options {
  /** Where the repositories are; by default GitHub. */
  readonly origin?: string | undefined
  /** The largest archive, in bytes. */
  readonly maxBytes?: number
  readonly patience?: Duration.Input
}

/** Downloads a corpus into a folder of corpora, which doesn't hold it yet. */
export const download = Effect.fnUntraced(function* (pinned: Pinned, folder: string, options: Options = {}) {
  const { maxBytes = 500_000_000, origin = "https://github.com", patience = "20 minutes" } = options
  const url = `${origin}/${pinned.repository}/archive/${pinned.commit}.tar.gz`
  const failed = failureOf(url)
  const archive = yield* bodyOf(url, maxBytes).pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () => Effect.fail(failed("timeout", Duration.format(Duration.fromInputUnsafe(patience)))),
    }),
  )
  const corpus = yield* Effect.try({
    try: () => pinned.corpusOf(filesIn(archive, pinned.isWanted)),
    catch: (cause) => failed("archive", causeOf(cause)),
  })
  const sum = checksumOf(corpus)
  if (sum !== pinned.sha256)
    return yield* Effect.fail(failed("checksum", `${corpus.size} files of ${sum} instead of ${pinned.sha256}`))
  yield* write(corpus, folder, pinned.name, (cause) => failed("folder", causeOf(cause)))
})

// --- private --------------------------------------------------------------------------

const sentences: Readonly<Record<DownloadError["reason"], string>> = {
  unreachable: "The archive can't be downloaded",
  status: "The server has no such archive",
  size: "The archive is too large",
  timeout: "The download takes too long",
  archive: "The archive is damaged",
  checksum: "The archive holds another version of the corpus",
  folder: "The corpus can't be written",
}

const failureOf =
  (url: string) =>
  (reason: DownloadError["reason"], detail: string): DownloadError =>
    new DownloadError({ url, reason, detail })

/** The body of a successful answer; a body that ends early fails. */
const bodyOf = Effect.fnUntraced(function* (url: string, maxBytes: number) {
  const failed = failureOf(url)
  const response = yield* Effect.mapError(HttpClient.get(url), (error) => failed("unreachable", causeOf(error)))
  if (response.status !== 200) return yield* Effect.fail(failed("status", `status ${response.status}`))
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* response.stream.pipe(
    Stream.mapError((error) => failed("unreachable", causeOf(error))),
    Stream.runForEach((chunk) => {
      size += chunk.length
      chunks.push(chunk)
      return size > maxBytes ? Effect.fail(failed("size", `more than ${maxBytes} bytes`)) : Effect.void
    }),
  )
  return Buffer.concat(chunks)
}, Effect.scoped)

/** The innermost cause says most: a refused connection, a body that was cut. */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause: unknown = "reason" in error ? error.reason : error.cause
  return cause === undefined ? error.message : causeOf(cause)
}

/** Writes a folder beside its place first, so that the place holds a whole corpus or nothing. */
const write = (corpus: Files, folder: string, name: string, failed: (cause: unknown) => DownloadError) =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => {
        mkdirSync(folder, { recursive: true })
        return mkdtempSync(join(folder, `.${name}-`))
      },
      catch: failed,
    }),
    (draft) =>
      Effect.try({
        try: () => {
          for (const [path, bytes] of corpus) {
            mkdirSync(dirname(join(draft, path)), { recursive: true })
            writeFileSync(join(draft, path), bytes)
          }
          renameSync(draft, join(folder, name))
        },
        catch: failed,
      }),
    (draft) => Effect.sync(() => rmSync(draft, { recursive: true, force: true })),
  )
