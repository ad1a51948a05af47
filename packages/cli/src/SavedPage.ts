/**
 * A page from a file instead of the network: the same reader, the same validation and the same shape as `web_fetch`.
 * Nothing is fetched, so the URL only names the page's origin and need not pass the policy; without one, the page has
 * no `url` and relative links are dropped. Text is only cut on request.
 */
import { Extractor, FetchRequest, HttpUrl, requireFit, MediaType, PageRow, viewPage, WebError } from "@porthole/core"
import { ToolArguments } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { gunzip } from "node:zlib"
import type * as PageView from "./view/PageView.ts"

/** Maximum size of a file, compressed and decompressed. */
export const maxBytes = 64 * 1024 * 1024

/** A file, its page's URL if known, and how to show it. */
export const SavedPage = Schema.Struct({
  path: Schema.String.check(Schema.makeFilter((path: string) => path !== "", { expected: "the path of a file" })),
  url: Schema.optionalKey(HttpUrl.HttpUrl),
  ...Struct.pick(FetchRequest.FetchRequest.fields, [
    "query",
    "find",
    "start_index",
    "section",
    "max_length",
    "extract",
  ]),
})
export type SavedPage = typeof SavedPage.Type

/** Validates a caller's input. */
export const decode = ToolArguments.decode(SavedPage)

/** Reads a saved page from its file. */
export const read = (saved: SavedPage) => readFrom(readFile(saved.path), saved)

/** Reads a saved page from stdin and ignores its `path`. */
export const readStdin = (saved: SavedPage) => readFrom(stdinBytes, saved)

/** The bytes of a saved page's file, inflated. */
export const bytesOf = (path: string) => Effect.flatMap(readFile(path), inflate)

// --- private --------------------------------------------------------------------------

const readFrom = Effect.fnUntraced(function* <R>(
  source: Effect.Effect<Buffer, WebError.WebError, R>,
  { path, url: statedUrl, ...request }: SavedPage,
): Effect.fn.Return<PageView.ShownPage, WebError.WebError, Extractor.Extractor | R> {
  yield* requireFit(request)
  const extractor = yield* Extractor.Extractor
  const mode = request.extract ?? "markdown"
  const url = statedUrl === undefined ? undefined : (HttpUrl.normalise(statedUrl) ?? statedUrl)
  const bytes = yield* inflate(yield* source)
  const formats = extractor.formats ?? MediaType.basicFormats
  const contentType = MediaType.ofFileName(path.replace(/\.gz$/i, ""), formats)
  const format = MediaType.formatByMagicBytes(bytes, formats) ?? MediaType.formatOf(contentType, formats)
  if (format?.isBinary !== true && isBinary(bytes)) return yield* Effect.fail(binaryError)
  const row = yield* Effect.catchDefect(
    extractor.extract({ url: url ?? "about:blank", contentType, bytes, mode, withOutside: mode === "markdown" }),
    failWithReaderBug,
  )
  const read = yield* PageRow.read({ ...row, url: url ?? placeholderUrl, status_code: 200 })
  if (Option.isNone(read)) return yield* Effect.fail(PageRow.badPageError)
  const shown = yield* viewPage(read.value, request, {
    maxLength: request.max_length ?? Number.MAX_SAFE_INTEGER,
  })
  return url === undefined ? Struct.omit(shown, ["url"]) : shown
})

/** Replaces an unknown URL, which a stored page requires; it is never shown. */
const placeholderUrl = "https://saved-page.invalid/"

const pathError = (message: string, cause?: unknown): WebError.WebError =>
  WebError.make({ error: "invalid_request", reason: "path", message }, cause)

const pipeError = pathError("The file is a pipe; send it to stdin and name - as the file.")

const emptyStdinError = pathError("Nothing came on stdin; name a file or send a page.")

const tooLargeError = WebError.make({
  error: "response_too_large",
  message: "The file is larger than 64 MiB. Use a smaller one.",
})

const binaryError = WebError.make({
  error: "unsupported_content_type",
  message: "The file is neither text nor a document that can be read.",
})

/** A bug costs only the page that triggers it, not the thousand others of the same run; stderr reports it. */
const failWithReaderBug = (defect: unknown): Effect.Effect<never, WebError.WebError> =>
  Effect.andThen(
    Effect.logError("The reader failed because of a bug.", defect),
    WebError.fail({ error: "extraction_failed", message: "The page can't be read." }, defect),
  )

/** Names the file, because a shell may have made its name of a pattern. */
const unreadableFile =
  (path: string) =>
  (cause: PlatformError): WebError.WebError =>
    pathError(`${path} can't be read: ${causes[cause.reason._tag] ?? cause.reason._tag}.`, cause)

const causes: Readonly<Record<string, string>> = {
  NotFound: "there is no such file",
  PermissionDenied: "this user may not read it",
}

/**
 * Read as a stream, so that an endless one (a device) ends at the cap. A pipe is refused before it is opened: one
 * without a writer would keep the process from ending, even on a signal.
 */
const readFile = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const unreadable = unreadableFile(path)
  const { type } = yield* Effect.mapError(files.stat(path), unreadable)
  if (type === "FIFO") return yield* Effect.fail(pipeError)
  if (type === "Directory") return yield* Effect.fail(pathError(`${path} is a folder. Name a file.`))
  return yield* collect(Stream.mapError(files.stream(path, { chunkSize: 1024 * 1024 }), unreadable))
})

const stdinBytes = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const bytes = yield* collect(Stream.mapError(stdin, (cause) => pathError("stdin can't be read.", cause)))
  return bytes.length === 0 ? yield* Effect.fail(emptyStdinError) : bytes
})

/** All bytes of a stream, up to the cap. */
const collect = <R>(stream: Stream.Stream<Uint8Array, WebError.WebError, R>) =>
  stream.pipe(
    Stream.runFoldEffect(
      () => ({ chunks: new Array<Uint8Array>(), size: 0 }),
      (state, chunk) => {
        state.chunks.push(chunk)
        const size = state.size + chunk.length
        return size > maxBytes ? Effect.fail(tooLargeError) : Effect.succeed({ chunks: state.chunks, size })
      },
    ),
    Effect.map(({ chunks }) => Buffer.concat(chunks)),
  )

const inflate = (bytes: Buffer): Effect.Effect<Uint8Array, WebError.WebError> =>
  bytes[0] !== 0x1f || bytes[1] !== 0x8b
    ? Effect.succeed(bytes)
    : Effect.callback((resume) => {
        gunzip(bytes, { maxOutputLength: maxBytes }, (error, inflated) => {
          if (error === null) return resume(Effect.succeed(inflated))
          const large = "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
          resume(
            Effect.fail(
              large ? tooLargeError : pathError("The file's gzip data is damaged. Save the page again.", error),
            ),
          )
        })
      })

const isBinary = (bytes: Uint8Array): boolean => {
  const start = bytes.subarray(0, 1_445)
  const isMarked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  const isWide = isMarked || MediaType.utf16OrderOf(start) !== undefined
  return (!isWide && start.includes(0)) || Buffer.from(start.subarray(0, 5)).toString("latin1") === "%PDF-"
}
