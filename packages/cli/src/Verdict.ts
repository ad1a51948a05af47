/**
 * The policy's verdict on a URL: the URL policy, then every address of its host. The addresses come from the input
 * (`resolves`), from the `Resolver`, or, offline, there are none: such a name counts as not found.
 */
import { Arguments, Hop, Settings, type WebError, WebUrl } from "@porthole/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Json from "./Json.ts"

/** The verdict on one URL; `url` is `null` if a line contained none. */
export interface Verdict {
  readonly url: string | null
  readonly allowed: boolean
  readonly error?: WebError.ErrorCode
  readonly reason?: WebError.ErrorReason
}

/** A verdict and a sentence that explains it to a person. */
export interface UrlVerdict {
  readonly verdict: Verdict
  readonly message: string | undefined
}

/** Returns the addresses of a host. */
export type Resolve = (host: string) => Effect.Effect<ReadonlyArray<string>, WebError.WebError>

/** A `Resolve` that sends no query. */
export const offline: Resolve = () => Effect.succeed([])

/** Checks one URL. */
export const judge = (url: string, resolve: Resolve): Effect.Effect<UrlVerdict> =>
  Effect.match(vet(url, resolve), { onFailure: (error) => refused(url, error), onSuccess: () => admitted(url) })

/** Checks one line `{"url": …, "resolves": ["ip", …]?}`; a malformed one is refused as `invalid_request`. */
export const judgeLine = (line: Option.Option<string>, resolve: Resolve): Effect.Effect<Verdict> => {
  const value = Option.getOrUndefined(Option.flatMap(line, Json.parse))
  return Effect.matchEffect(decodeRequest(value), {
    onFailure: (error) => Effect.succeed(refused(urlOf(value), error).verdict),
    onSuccess: ({ url, resolves }) =>
      Effect.map(
        judge(url, resolves === undefined ? resolve : () => Effect.succeed(resolves)),
        ({ verdict }) => verdict,
      ),
  })
}

// --- private --------------------------------------------------------------------------

const CheckRequest = Schema.Struct({ url: Schema.String, resolves: Schema.optionalKey(Schema.Array(Schema.String)) })

/** Stricter than a tool's arguments, where `null` counts as absent. */
const decodeRequest = (value: unknown): Effect.Effect<typeof CheckRequest.Type, WebError.WebError> =>
  Effect.mapError(Schema.decodeUnknownEffect(CheckRequest)(value), ({ issue }) => Arguments.fromIssue(issue))

const vet = Effect.fnUntraced(function* (url: string, resolve: Resolve) {
  const settings = yield* Settings.Settings
  const target = yield* Effect.fromResult(WebUrl.judge(url, settings))
  const answers = target.literal ? [] : yield* resolve(target.host)
  return yield* Effect.fromResult(Hop.vet(target, answers))
})

const admitted = (url: string): UrlVerdict => ({ verdict: { url, allowed: true }, message: undefined })

const refused = (url: string | null, error: WebError.WebError): UrlVerdict => ({
  verdict: {
    url,
    allowed: false,
    error: error.error,
    ...(error.reason === undefined ? {} : { reason: error.reason }),
  },
  message: error.wire.message,
})

const urlOf = (value: unknown): string | null =>
  Predicate.isObject(value) && typeof value["url"] === "string" ? value["url"] : null
