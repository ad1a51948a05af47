/**
 * The steps of one hop of a redirect chain: {@link resolve}, {@link judge}, {@link dial}, {@link follow}.
 *
 * Addresses are tried strictly in turn: the next after a failed connection, or after two seconds without one.
 */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { Hop, type Network, Redirect, type Settings, Trace, type WebError, type WebUrl } from "@porthole/core"
import type { CookieJar } from "./CookieJar.ts"
import type * as RequestSigner from "../sign/RequestSigner.ts"
import type * as HostLimit from "./HostLimit.ts"
import type { PinCache } from "./PinCache.ts"
import * as Retry from "./Retry.ts"

/** The request, the same on every hop. */
export interface ChainRequest<A> {
  readonly target: WebUrl.Target
  readonly headers: Readonly<Record<string, string>>
  /** Additional fields for one URL, and no other. */
  readonly conditional?: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** The policy for each redirect's target; by default the settings'. */
  readonly policy?: WebUrl.UrlPolicy
  /**
   * `refuse` ends the chain at any status from 300 to 399, with its body unread; `return` reads a redirect like any
   * other response, so that the chain has one hop. By default redirects are followed.
   */
  readonly redirects?: "refuse" | "return"
  /** Maximum number of redirects; by default the settings'. */
  readonly maxRedirects?: number
  /** The chain's cookies, which return to the origin that sets them; by default they are ignored. */
  readonly jar?: CookieJar
  /** The signature that an origin asked for in an earlier try; by default nothing is signed. */
  readonly signing?: RequestSigner.Wanted
  /** The URLs of the chain before its target, if a document led there. */
  readonly before?: ReadonlyArray<string>
  /**
   * Called for each URL once the policies admit it and its host, before the request waits for the host's permit. A
   * failure ends the chain; a returned pace delays the request.
   */
  readonly mayVisit?: MayVisit
  /**
   * Reads the response at the end of the chain, under the host's permit; `visited` are its URLs, `url` the last of
   * them.
   */
  readonly read: (
    response: Network.DialResponse,
    url: WebUrl.WebUrl,
    visited: ReadonlyArray<string>,
  ) => Effect.Effect<A, Retry.FailedAttempt>
}

/** Decides whether a URL may be requested, and at which pace. */
export type MayVisit = (
  target: WebUrl.Target,
) => Effect.Effect<HostLimit.Pace<Retry.FailedAttempt> | undefined, Retry.FailedAttempt>

/** The position in a chain: a URL that passed the URL policy, after those that redirected to it. */
export interface Position {
  readonly target: WebUrl.Target
  /** The URLs of the chain, the target's the last of them. */
  readonly visited: ReadonlyArray<string>
}

/** The result of one hop: the response's value, or the target of its redirect. */
export type Outcome<A> =
  | { readonly arrived: true; readonly value: A }
  | { readonly arrived: false; readonly next: WebUrl.Target }

/** The vetted addresses of one host. */
export type Hops = readonly [Hop, ...ReadonlyArray<Hop>]

/** How long one address may take to connect while another one is left. */
export const patience = Duration.seconds(2)

/**
 * The addresses of a host, pinned for the conversation ({@link PinCache}); none for an IP address literal, which needs
 * no lookup.
 */
export const resolve = (
  pins: PinCache,
  { host, literal }: WebUrl.Target,
): Effect.Effect<ReadonlyArray<string>, Retry.FailedAttempt> =>
  literal ? Effect.succeed([]) : Trace.step("resolve", Effect.mapError(pins(host), Retry.final))

/** The hops to a host's addresses, if all of them are public. A refusal on a later hop is the redirect's fault. */
export const judge = (
  { target, visited }: Position,
  answers: ReadonlyArray<string>,
): Result.Result<Hops, Retry.FailedAttempt> => {
  const from = visited.at(-2)
  return Result.mapError(Hop.vet(target, answers), (error) =>
    Retry.final(from === undefined ? error : Redirect.onLaterHop(error, from)),
  )
}

/** Dials the addresses strictly in turn: the next after a failed connection, or after {@link patience} without one. */
export const dial = (
  dialer: Network.Dialer["Service"],
  [hop, ...others]: Hops,
  fields: Pick<Network.DialRequest, "headers" | "sendBefore">,
): Effect.Effect<Network.DialResponse, WebError.WebError, Scope.Scope> =>
  Arr.isReadonlyArrayNonEmpty(others)
    ? Effect.catchIf(
        Trace.step("dial", dialer.dial({ hop, ...fields, connectTimeout: patience })),
        isWorthAnotherAddress,
        () => dial(dialer, others, fields),
      )
    : Trace.step("dial", dialer.dial({ hop, ...fields }))

/** Keeps the cookies of a response, then reads it, or returns the target of its redirect. */
export const follow = <A>(
  settings: Settings.SettingsShape,
  request: ChainRequest<A>,
  position: Position,
  response: Network.DialResponse,
): Effect.Effect<Outcome<A>, Retry.FailedAttempt> => {
  const { target, visited } = position
  const { jar } = request
  const { setCookies } = response
  if (jar === undefined || setCookies === undefined) return readOrFollow(settings, request, position, response)
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    jar.store(target, setCookies, { now, visits: visited.length })
    return readOrFollow(settings, request, position, response)
  })
}

// --- private --------------------------------------------------------------------------

const readOrFollow = <A>(
  settings: Settings.SettingsShape,
  { jar, maxRedirects = settings.max_redirects, policy = settings, read, redirects }: ChainRequest<A>,
  { target, visited }: Position,
  response: Network.DialResponse,
): Effect.Effect<Outcome<A>, Retry.FailedAttempt> => {
  const { headers, status } = response
  const { url } = target
  const location = headers["location"]
  if (redirects === "refuse" && status >= 300 && status <= 399) {
    return Effect.fail(Retry.final(Redirect.imageRedirectError(location, url)))
  }
  if (redirects === "return" || !Redirect.isRedirect(status, location))
    return Trace.step("body", Effect.map(read(response, url, visited), arrived))
  const next = Redirect.next(
    { from: url, status, location, visited, revisitable: jar?.visitsBefore ?? 0, maxRedirects },
    policy,
  )
  return Effect.fromResult(Result.mapBoth(next, { onFailure: Retry.final, onSuccess: redirected }))
}

const arrived = <A>(value: A): Outcome<A> => ({ arrived: true, value })
const redirected = (next: WebUrl.Target): Outcome<never> => ({ arrived: false, next })

const isWorthAnotherAddress = (error: WebError.WebError): boolean =>
  error.error === "timeout" || error.reason === "target_unreachable"
