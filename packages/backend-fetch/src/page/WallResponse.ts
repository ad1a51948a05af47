/**
 * Walls of bot protections in a site's responses: what their header fields say, and what the document of a refusal is.
 * A wall answers this one request, so it is named and never solved. One that its header fields name isn't tried again.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Deadline, type Extractor, MediaType, type Network, WebError } from "@porthole/core"
import * as ContentEncoding from "../body/ContentEncoding.ts"
import * as Retry from "../chain/Retry.ts"

/** Reads the document of a refusal. */
export type ReadRefusal = (document: Retry.Refusal["document"]) => Effect.Effect<Extractor.Extracted, WebError.WebError>

/** Whether the header fields of a response say that it is a wall. */
export const isAnnounced = ({ headers, status }: Pick<Network.DialResponse, "headers" | "status">): boolean =>
  fields.some(([name, value]) => value.test(headers[name] ?? "")) ||
  (refusals.has(status) && refusalFields.some((name) => headers[name] !== undefined))

/** The error for a wall. */
export const errorOf = (status: number): WebError.WebError =>
  WebError.make({
    error: "http_error",
    reason: "challenge",
    status_code: status,
    message:
      `The site answered with status ${status}: it requires a CAPTCHA or a similar check before it shows the page. ` +
      "Use another page.",
  })

/**
 * A failed attempt with what the response says about a wall: a field ends the fetch, and an HTML document is kept for
 * the reader. A document that doesn't come in time, or at all, doesn't change the failure.
 */
export const inspect = (
  failure: Retry.FailedAttempt,
  response: Network.DialResponse,
  url: string,
): Effect.Effect<Retry.FailedAttempt> => {
  const { body, headers, status } = response
  if (status < 400) return Effect.succeed(failure)
  if (isAnnounced(response)) return Effect.succeed(Retry.final(errorOf(status)))
  const contentType = MediaType.declaredIn(headers["content-type"])
  if (!refusals.has(status) || MediaType.essence(contentType) !== "text/html") return Effect.succeed(failure)
  // A body that drips mustn't use up the call's time, or the call would end as a timeout.
  const inTime = Effect.flatMap(Deadline.timeLeft(patience), (left) =>
    Effect.timeout(ContentEncoding.readFirst(body, headers["content-encoding"], maxBytes), left / 2),
  )
  return inTime.pipe(
    Effect.option,
    Effect.map(
      Option.match({
        onNone: () => failure,
        onSome: (bytes) => ({ ...failure, refusal: { status, document: { url, contentType, bytes } } }),
      }),
    ),
  )
}

/** The error of a failed attempt, named a wall if the reader finds one in the document of the refusal. */
export const named = ({ error, refusal }: Retry.FailedAttempt, read: ReadRefusal): Effect.Effect<WebError.WebError> =>
  refusal === undefined
    ? Effect.succeed(error)
    : Effect.match(read(refusal.document), {
        onFailure: () => error,
        onSuccess: ({ obstacle }) => (obstacle === "challenge" ? errorOf(refusal.status) : error),
      })

// --- private --------------------------------------------------------------------------

/** Fields that only walls have: Cloudflare's, Vercel's, AWS's, DataDome's. */
const fields: ReadonlyArray<readonly [name: string, value: RegExp]> = [
  ["cf-mitigated", /^challenge$/i],
  ["x-vercel-mitigated", /^challenge$/i],
  ["x-amzn-waf-action", /^(?:challenge|captcha)$/i],
  ["x-dd-b", /^[12]$/],
]

/** Fields that other responses of protected sites have, too: Kasada's, Sucuri's. */
const refusalFields = ["x-kpsdk-ct", "x-sucuri-block"]

/** The statuses with which walls refuse a request. */
const refusals: ReadonlySet<number> = new Set([401, 403, 405, 406, 418, 429, 503])

/** The beginning of a document that is kept, and twice the time for it: a wall is small. */
const maxBytes = 131_072
const patience = Duration.seconds(4)
