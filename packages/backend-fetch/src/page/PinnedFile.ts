/**
 * A file over the pinned transport, for documentation that a user adds: its bytes, whatever they are. It passes the
 * whole policy of a page, hop by hop; its types and its limit are the caller's.
 */
import * as Effect from "effect/Effect"
import type * as Duration from "effect/Duration"
import type * as Scope from "effect/Scope"
import { Deadline, MediaType, type Network, Settings, WebError, WebUrl } from "@porthole/core"
import * as Body from "../body/Body.ts"
import * as RedirectChain from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RequestHeaders from "../RequestHeaders.ts"

/** Which files are read. */
export interface FileLimits {
  /** The media types, without parameters and in lower case; a file without a declared type is read. */
  readonly types: ReadonlyArray<string>
  /** Decoded bytes. */
  readonly maxBytes: number
  readonly deadline: Duration.Duration
}

/** A file, its final URL and its media type, without parameters; empty if none was declared. */
export interface FetchedFile {
  readonly url: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Fetches a file; redirects are followed. */
export const file = Effect.fnUntraced(function* (
  url: string,
  { deadline, maxBytes, types }: FileLimits,
): Effect.fn.Return<FetchedFile, WebError.WebError, Network.Resolver | Network.Dialer | Scope.Scope> {
  const settings = yield* Settings.Settings
  const target = yield* Effect.fromResult(WebUrl.judge(url, settings))
  const followRedirects = yield* RedirectChain.sharedOrOwn
  const limits: Body.Limits = {
    accepts: ({ headers }) => ["", ...types].includes(typeOf(headers)),
    unsupported: () => unsupportedError,
    maxBytes,
    tooLarge: tooLargeError(maxBytes),
  }
  const read = (response: Network.DialResponse, url: string): Effect.Effect<FetchedFile, Retry.FailedAttempt> =>
    Effect.map(Body.read(response, url, limits), (bytes) => ({ url, contentType: typeOf(response.headers), bytes }))
  const chain = { target, policy: settings, headers: RequestHeaders.fieldsFor(settings, "*/*"), read }
  return yield* Deadline.within(
    Retry.withSecondTry(followRedirects(chain), (signing) => followRedirects({ ...chain, signing })),
    { duration: deadline, orElse: () => WebError.fail({ error: "timeout", message: "The file took too long." }) },
  )
})

// --- private --------------------------------------------------------------------------

const typeOf = (headers: Network.DialResponse["headers"]): string => MediaType.essence(headers["content-type"])

const unsupportedError = WebError.make({
  error: "unsupported_content_type",
  message: "The file is of a type that isn't documentation. Use an archive, Markdown, text or HTML.",
})

const tooLargeError = (maxBytes: number): WebError.WebError =>
  WebError.make({ error: "response_too_large", message: `The file has more than ${maxBytes / 1_048_576} MiB.` })
