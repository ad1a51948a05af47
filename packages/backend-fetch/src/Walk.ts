/**
 * The walk over hops: resolve, vet, dial, and again for each redirect, until a response is there
 * that is none.
 *
 * Every hop passes the whole policy: the URL, then all addresses of its host, then one dial to
 * vetted addresses only. Addresses are tried strictly in turn: the next after a failed connection,
 * or after two seconds without one. Nothing of one hop travels to the next but the URL.
 */
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { Dialer, Hop, Redirect, type Resolver, Settings, type WebError, WebUrl } from "@porthole/core"
import * as HostLimit from "./HostLimit.ts"
import * as PinCache from "./PinCache.ts"
import * as Retry from "./Retry.ts"

/** What is asked of a site, the same on every hop. */
export interface WalkRequest<A> {
  readonly url: WebUrl.WebUrl
  readonly headers: Readonly<Record<string, string>>
  /** Fields that one URL is sent beside those, and no other. */
  readonly conditional?: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** By which each URL of the walk is judged; absent, the settings. */
  readonly policy?: WebUrl.UrlPolicy
  /** `refuse` ends the walk at any status from 300 to 399, its body unread; absent, redirects are followed. */
  readonly redirects?: "refuse"
  /** Most redirects followed; absent, the settings. */
  readonly maxRedirects?: number
  /**
   * Asked for each URL of the walk once the policies admit it and its host, before its turn at that host. A
   * failure ends the walk; a pace is what the turn keeps to.
   */
  readonly mayVisit?: (url: WebUrl.WebUrl) => Effect.Effect<HostLimit.Pace<Retry.Attempt> | undefined, Retry.Attempt>
  /** Reads the response at the end of the walk, under the host's permit; `visited` are its URLs, `url` the last of them. */
  readonly read: (
    response: Dialer.DialResponse,
    url: WebUrl.WebUrl,
    visited: ReadonlyArray<string>,
  ) => Effect.Effect<A, Retry.Attempt>
}

/** Walks from a vetted URL to the response at the end of its redirects. */
export type Walk = <A>(request: WalkRequest<A>) => Effect.Effect<A, Retry.Attempt>

/** How long one address may take to connect while another is left to try. */
export const patience = Duration.seconds(2)

/** Makes the walk over the ports provided. */
export const make: Effect.Effect<Walk, never, Resolver.Resolver | Dialer.Dialer | Scope.Scope> = Effect.gen(
  function* () {
    const dialer = yield* Dialer.Dialer
    const pins = yield* PinCache.make
    const limit = yield* HostLimit.make
    const settings = yield* Settings.Settings

    const vet = (
      url: WebUrl.WebUrl,
      { host, literal }: WebUrl.Target,
      from: string | undefined,
      policy: WebUrl.UrlPolicy,
    ): Effect.Effect<Hops, Retry.Attempt> => {
      const judge = (answers: ReadonlyArray<string>): Result.Result<Hops, WebError.WebError> => {
        const hops = Hop.vet(url, answers, policy)
        return from === undefined ? hops : Result.mapError(hops, (error) => Redirect.onLaterHop(error, from))
      }
      const judged = literal
        ? Effect.fromResult(judge([]))
        : Effect.flatMap(pins(host), (answers) => Effect.fromResult(judge(answers)))
      return Effect.mapError(judged, Retry.final)
    }

    /** The pace of a URL's turn at its host, if it may have one. Its addresses come first: a host that is refused is asked nothing. */
    const turnOf = <A>(
      { mayVisit, policy = settings }: WalkRequest<A>,
      url: WebUrl.WebUrl,
      target: WebUrl.Target,
      from: string | undefined,
    ): Effect.Effect<HostLimit.Pace<Retry.Attempt> | undefined, Retry.Attempt> => {
      if (mayVisit === undefined) return Effect.undefined
      const asked = Effect.andThen(vet(url, target, from, policy), mayVisit(url))
      return from === undefined
        ? asked
        : Effect.mapError(asked, (failure) => ({ ...failure, error: Redirect.onLaterHop(failure.error, from) }))
    }

    const dialInTurn = (
      [hop, ...others]: Hops,
      headers: WalkRequest<unknown>["headers"],
    ): Effect.Effect<Dialer.DialResponse, WebError.WebError, Scope.Scope> =>
      Arr.isReadonlyArrayNonEmpty(others)
        ? Effect.catchIf(dialer.dial({ hop, headers, connectTimeout: patience }), isWorthAnotherAddress, () =>
            dialInTurn(others, headers),
          )
        : dialer.dial({ hop, headers })

    /** What comes of one hop: the response's value, or where it redirects to. */
    const step = <A>(
      {
        conditional,
        headers,
        maxRedirects = settings.max_redirects,
        policy = settings,
        read,
        redirects,
      }: WalkRequest<A>,
      url: WebUrl.WebUrl,
      target: WebUrl.Target,
      visited: ReadonlyArray<string>,
    ): Effect.Effect<Step<A>, Retry.Attempt, Scope.Scope> =>
      vet(url, target, visited.at(-2), policy).pipe(
        Effect.flatMap((hops) => Effect.mapError(dialInTurn(hops, headersFor(url, headers, conditional)), fromDial)),
        Effect.flatMap((response): Effect.Effect<Step<A>, Retry.Attempt> => {
          if (redirects === "refuse" && response.status >= 300 && response.status <= 399) {
            return Effect.fail(Retry.final(Redirect.notFollowed(response.headers["location"], url)))
          }
          if (!Redirect.isRedirect(response.status)) return Effect.map(read(response, url, visited), arrived)
          const next = Redirect.next(
            {
              from: url,
              status: response.status,
              location: response.headers["location"],
              visited,
              maxRedirects,
            },
            policy,
          )
          return Effect.fromResult(Result.mapBoth(next, { onFailure: Retry.final, onSuccess: onward }))
        }),
      )

    const walk = <A>(
      request: WalkRequest<A>,
      url: WebUrl.WebUrl,
      visited: ReadonlyArray<string>,
    ): Effect.Effect<A, Retry.Attempt> => {
      const target = WebUrl.target(url)
      return turnOf(request, url, target, visited.at(-2)).pipe(
        Effect.flatMap((pace) => limit(target.host, Effect.scoped(step(request, url, target, visited)), pace)),
        Effect.flatMap((outcome) =>
          outcome.arrived ? Effect.succeed(outcome.value) : walk(request, outcome.next, [...visited, outcome.next]),
        ),
      )
    }

    return (request) => Effect.suspend(() => walk(request, request.url, [request.url]))
  },
)

// --- private --------------------------------------------------------------------------

type Hops = readonly [Hop, ...ReadonlyArray<Hop>]

type Step<A> = { readonly arrived: true; readonly value: A } | { readonly arrived: false; readonly next: WebUrl.WebUrl }

const arrived = <A>(value: A): Step<A> => ({ arrived: true, value })

const onward = (next: WebUrl.WebUrl): Step<never> => ({ arrived: false, next })

const headersFor = (
  url: string,
  headers: WalkRequest<unknown>["headers"],
  conditional: WalkRequest<unknown>["conditional"],
): WalkRequest<unknown>["headers"] => (conditional?.url === url ? { ...headers, ...conditional.headers } : headers)

const isWorthAnotherAddress = (error: WebError.WebError): boolean =>
  error.error === "timeout" || error.reason === "target_unreachable"

const fromDial = (error: WebError.WebError): Retry.Attempt =>
  error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)
