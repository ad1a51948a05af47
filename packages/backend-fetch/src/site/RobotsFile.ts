/**
 * Downloads the robots.txt of an origin (RFC 9309), over the same transport as the origin's pages. Section 2.3.1
 * defines what a failed download allows.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Deadline, HostPace, type Network, Settings, WebError, WebUrl } from "@porthole/core"
import * as Robots from "./Robots.ts"
import * as ContentEncoding from "../body/ContentEncoding.ts"
import type { RedirectChain } from "../chain/RedirectChain.ts"
import * as Retry from "../chain/Retry.ts"
import * as RequestHeaders from "../RequestHeaders.ts"

/** The rules that follow from a file or its absence, and how long they hold. */
export interface RobotsFile {
  readonly robots: Robots.Robots
  readonly lifetime: Duration.Duration
}

/** How long a file's rules hold (section 2.4). */
export const lifetime = Duration.hours(24)

/** How long a site without a usable robots.txt disallows everything; then the file is requested again. */
export const failureLifetime = Duration.minutes(5)

/** Maximum number of redirects, whatever the settings are for pages (section 2.3.1.2). */
export const maxRedirects = 5

/**
 * Downloads the rules of an origin. A 2xx file is parsed; a 4xx or more than five redirects allow everything; a 5xx or
 * anything other than HTTP disallows everything. If the site can't be reached, or redirects to a blocked target, that
 * error is the failure, because it says more than a missing file.
 */
export const download = (
  followRedirects: RedirectChain,
  settings: Settings.SettingsShape,
): ((origin: string) => Effect.Effect<RobotsFile, Retry.FailedAttempt>) => {
  const headers = RequestHeaders.fieldsFor(settings, "text/plain, */*;q=0.1")
  const token = Robots.productToken(Settings.userAgent(settings))

  const read = ({ body, headers, status }: Network.DialResponse): Effect.Effect<RobotsFile, Retry.FailedAttempt> => {
    if (status >= 400 && status <= 499) return Effect.succeed(allAllowed)
    if (status < 200 || status > 299) return Effect.succeed(noneAllowed)
    return ContentEncoding.readFirst(body, headers["content-encoding"], Robots.maxOctets + 1).pipe(
      Effect.mapBoth({
        onFailure: (error) => (error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)),
        onSuccess: (bytes) => ({ robots: Robots.parse(wholeLines(bytes), token), lifetime }),
      }),
    )
  }

  return (origin) =>
    Effect.mapError(Effect.fromResult(WebUrl.judge(`${origin}/robots.txt`, settings)), Retry.final).pipe(
      Effect.flatMap((target) => followRedirects({ target, headers, maxRedirects, read })),
      // An answer about the rules says nothing about the host's pages.
      Effect.updateService(HostPace.HostPace, ({ onVisit, ...pace }) => ({
        ...pace,
        onVisit: onVisit && ((visit: HostPace.Visit) => onVisit({ ...visit, hasAnswered: false })),
      })),
      Effect.catch((failure) =>
        Option.match(rulesAfterFailure(failure.error), {
          onNone: () => Effect.fail(failure),
          onSome: Effect.succeed,
        }),
      ),
      // With its own timeout, because a caller's deadline ends only that caller's wait.
      (file) => Deadline.within(file, { duration: settings.fetch_timeout, orElse: () => Effect.fail(tooSlow) }),
    )
}

// --- private --------------------------------------------------------------------------

const allAllowed: RobotsFile = { robots: Robots.everything, lifetime }
const noneAllowed: RobotsFile = { robots: Robots.nothing, lifetime: failureLifetime }

const tooSlow = Retry.final(
  WebError.make({
    error: "timeout",
    message: "Fetching the site's robots.txt took too long. Try once more, or use another page.",
  }),
)

/** The rules that follow from a failed download; none for an error that only fails the call. */
const rulesAfterFailure = (error: WebError.WebError): Option.Option<RobotsFile> => {
  if (error.reason === "too_many_redirects") return Option.some(allAllowed)
  const isAnswer = error.reason === "malformed_response" || error.status_code !== undefined
  return isAnswer ? Option.some(noneAllowed) : Option.none()
}

/** The complete lines, because the rest of a cut line could reverse its meaning. */
const wholeLines = (bytes: Uint8Array): Uint8Array =>
  bytes.length > Robots.maxOctets
    ? bytes.subarray(0, 1 + Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)))
    : bytes
const lineFeed = 0x0a
const carriageReturn = 0x0d
