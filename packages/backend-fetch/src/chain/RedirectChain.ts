/**
 * The redirect chain over hops: {@link Visit.resolve}, {@link Visit.judge}, {@link Visit.dial}, {@link Visit.follow},
 * and again for each redirect, until a response isn't a redirect.
 *
 * Every hop passes the whole policy: the URL, then all addresses of its host, then one dial to vetted addresses only.
 * Only the URL travels from one hop to the next.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { Network, Redirect, Settings, Trace, type WebError, WebUrl } from "@porthole/core"
import * as HostLimit from "./HostLimit.ts"
import * as PinCache from "./PinCache.ts"
import * as Retry from "./Retry.ts"
import * as Visit from "./Visit.ts"

/** Follows redirects from a vetted URL to the final response. */
export type RedirectChain = <A>(request: Visit.ChainRequest<A>) => Effect.Effect<A, Retry.FailedAttempt>

/** The services of a redirect chain. */
export interface Dependencies {
  readonly dialer: Network.Dialer["Service"]
  readonly pins: PinCache.PinCache
  readonly limit: HostLimit.HostLimit
  readonly settings: Settings.SettingsShape
}

/** Makes a redirect chain with the provided resolver and dialer. */
export const make: Effect.Effect<RedirectChain, never, Network.Resolver | Network.Dialer | Scope.Scope> = Effect.gen(
  function* () {
    const dependencies: Dependencies = {
      dialer: yield* Network.Dialer,
      pins: yield* PinCache.make,
      limit: yield* HostLimit.make,
      settings: yield* Settings.Settings,
    }
    return (request) => followRedirects(dependencies, request)
  },
)

/**
 * One redirect chain for pages and images; none by default. A composition root that fetches both sets it, so that both
 * share a host's DNS pins and permits.
 */
export const SharedRedirectChain: Context.Reference<Option.Option<RedirectChain>> = Context.Reference<
  Option.Option<RedirectChain>
>("@porthole/backend-fetch/SharedRedirectChain", { defaultValue: Option.none })

/** Shares a redirect chain with the provided resolver and dialer; it lives as long as the layer. */
export const layer: Layer.Layer<never, never, Network.Resolver | Network.Dialer> = Layer.effect(
  SharedRedirectChain,
  Effect.map(make, Option.some),
)

/** The shared redirect chain if one is set, else a new one. */
export const sharedOrOwn: Effect.Effect<RedirectChain, never, Network.Resolver | Network.Dialer | Scope.Scope> =
  Effect.flatMap(SharedRedirectChain, Option.match({ onNone: () => make, onSome: Effect.succeed }))

// --- private --------------------------------------------------------------------------

const positionOf = (url: WebUrl.WebUrl, visited: ReadonlyArray<string>): Visit.Position => ({
  url,
  target: WebUrl.target(url),
  visited,
})

/** Hop after hop, each under its host's permit. */
const followRedirects = Effect.fnUntraced(function* <A>(
  dependencies: Dependencies,
  request: Visit.ChainRequest<A>,
): Effect.fn.Return<A, Retry.FailedAttempt> {
  let position = positionOf(request.url, [request.url])
  for (;;) {
    const outcome = yield* Trace.step("hop", takeTurn(dependencies, request, position), {
      "server.address": position.target.host,
    })
    if (outcome.arrived) return outcome.value
    position = positionOf(outcome.next, [...position.visited, outcome.next])
  }
})

/** One hop, once it may begin. */
const takeTurn = <A>(
  dependencies: Dependencies,
  request: Visit.ChainRequest<A>,
  position: Visit.Position,
): Effect.Effect<Visit.Outcome<A>, Retry.FailedAttempt> => {
  const { mayVisit } = request
  const hop = Effect.scoped(visit(dependencies, request, position))
  return mayVisit === undefined
    ? dependencies.limit(position.target.host, hop)
    : Effect.flatMap(paceFor(dependencies, request, position, mayVisit), (pace) =>
        dependencies.limit(position.target.host, hop, pace),
      )
}

/** One hop. */
const visit = <A>(
  dependencies: Dependencies,
  request: Visit.ChainRequest<A>,
  position: Visit.Position,
): Effect.Effect<Visit.Outcome<A>, Retry.FailedAttempt, Scope.Scope> =>
  vet(dependencies, request, position).pipe(
    Effect.flatMap((hops) =>
      Effect.mapError(Visit.dial(dependencies.dialer, hops, headersFor(request, position.url)), fromDial),
    ),
    Effect.flatMap((response) => {
      const followed = Visit.follow(dependencies.settings, request, position, response)
      return dependencies.settings.trace
        ? Effect.andThen(Trace.annotate({ "http.response.status_code": response.status }), followed)
        : followed
    }),
  )

const vet = (
  dependencies: Dependencies,
  { policy = dependencies.settings }: Pick<Visit.ChainRequest<never>, "policy">,
  position: Visit.Position,
): Effect.Effect<Visit.Hops, Retry.FailedAttempt> =>
  Effect.flatMap(Visit.resolve(dependencies.pins, position.target), (answers) =>
    Effect.fromResult(Visit.judge(position, answers, policy)),
  )

/**
 * The pace of a request, if the site's rules allow it. Addresses are checked first, so that a blocked host gets no
 * request.
 */
const paceFor = <A>(
  dependencies: Dependencies,
  request: Visit.ChainRequest<A>,
  position: Visit.Position,
  mayVisit: Visit.MayVisit,
): Effect.Effect<HostLimit.Pace<Retry.FailedAttempt> | undefined, Retry.FailedAttempt> => {
  const permitted = Effect.andThen(vet(dependencies, request, position), mayVisit(position.url))
  const from = position.visited.at(-2)
  return from === undefined
    ? permitted
    : Effect.mapError(permitted, (failure) => ({ ...failure, error: Redirect.onLaterHop(failure.error, from) }))
}

const headersFor = (
  { conditional, headers }: Pick<Visit.ChainRequest<never>, "conditional" | "headers">,
  url: string,
): Readonly<Record<string, string>> => (conditional?.url === url ? { ...headers, ...conditional.headers } : headers)

const fromDial = (error: WebError.WebError): Retry.FailedAttempt =>
  error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)
