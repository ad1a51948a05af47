/**
 * The redirect chain over hops: {@link Visit.resolve}, {@link Visit.judge}, {@link Visit.dial}, {@link Visit.follow},
 * and again for each redirect, until a response isn't a redirect.
 *
 * Every hop passes the whole policy once: the URL, then all addresses of its host, then one dial to vetted addresses
 * only. The vetted URL (`WebUrl.Target`) travels from one step to the next, and from hop to hop nothing else but a
 * cookie, back to the origin that set it (`CookieJar`).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import {
  HostLeases,
  HostPace,
  Network,
  Recording,
  Redirect,
  Settings,
  Trace,
  WebError,
  type WebUrl,
} from "@porthole/core"
import * as RequestSigner from "../sign/RequestSigner.ts"
import * as HostLimit from "./HostLimit.ts"
import * as PinCache from "./PinCache.ts"
import * as Retry from "./Retry.ts"
import * as SharedLimit from "./SharedLimit.ts"
import * as Visit from "./Visit.ts"

/** Follows redirects from a vetted URL to the final response. */
export type RedirectChain = <A>(request: Visit.ChainRequest<A>) => Effect.Effect<A, Retry.FailedAttempt>

/** The services of a redirect chain. */
export interface Dependencies {
  readonly dialer: Network.Dialer["Service"]
  readonly pins: PinCache.PinCache
  readonly limit: HostLimit.HostLimit
  readonly leases: Option.Option<HostLeases.HostLeasesShape>
  readonly settings: Settings.SettingsShape
  readonly signer: Effect.Effect<Option.Option<RequestSigner.Identity>>
}

/** Makes a redirect chain with the provided resolver and dialer. */
export const make: Effect.Effect<RedirectChain, never, Network.Resolver | Network.Dialer | Scope.Scope> = Effect.gen(
  function* () {
    const dependencies: Dependencies = {
      dialer: yield* Network.Dialer,
      pins: yield* PinCache.make,
      limit: yield* HostLimit.make,
      leases: yield* HostLeases.HostLeases,
      settings: yield* Settings.Settings,
      signer: yield* RequestSigner.RequestSigner,
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

/** Hop after hop, each under its host's permit. */
const followRedirects = Effect.fnUntraced(function* <A>(
  dependencies: Dependencies,
  request: Visit.ChainRequest<A>,
): Effect.fn.Return<A, Retry.FailedAttempt> {
  let position: Visit.Position = { target: request.target, visited: [...(request.before ?? []), request.target.url] }
  for (;;) {
    const outcome = yield* Trace.step("hop", takeTurn(dependencies, request, position), {
      "server.address": position.target.host,
    })
    if (outcome.arrived) return outcome.value
    position = { target: outcome.next, visited: [...position.visited, outcome.next.url] }
  }
})

/**
 * One hop, once it may begin: its addresses are checked first, so that a blocked host gets no request, not even for its
 * rules.
 */
const takeTurn = Effect.fnUntraced(function* <A>(
  dependencies: Dependencies,
  request: Visit.ChainRequest<A>,
  position: Visit.Position,
): Effect.fn.Return<Visit.Outcome<A>, Retry.FailedAttempt> {
  const { leases, limit, pins } = dependencies
  const { target } = position
  const answers = yield* Visit.resolve(pins, target)
  const hops = yield* Effect.fromResult(Visit.judge(position, answers))
  const demanded = yield* demandedPace(request, position)
  const job = yield* HostPace.HostPace
  // Parts of a rendered page have no pace of the job's own, and wait for no permit.
  const isPart = request.redirects === "return"
  const { onVisit } = job
  const permit = isPart ? undefined : job.permit
  const pace = isPart ? demanded : paceOf(demanded, job)
  const { host } = target
  const between = demanded?.interval ?? 0
  const send = (sendBefore?: number) => {
    const visited = Effect.scoped(visit(dependencies, request, position, { hops, sendBefore }))
    return onVisit === undefined ? visited : reported(visited, { host, demanded: between, onVisit })
  }
  if (Option.isSome(leases) && !isPart && permit === undefined && !(yield* Recording.isClosed))
    return yield* SharedLimit.run(leases.value, limit, { host, pace, send: send() })
  const permitted =
    permit === undefined
      ? send()
      : Effect.scoped(Effect.flatMap(Effect.mapError(permit(host, between), Retry.final), (until) => send(until)))
  return yield* limit(host, permitted, pace, !job.triesAgain)
})

/** The slower one of a site's pace and a job's. */
const paceOf = (
  demanded: HostLimit.Pace<Retry.FailedAttempt> | undefined,
  { from, interval }: HostPace.HostPaceShape,
): HostLimit.Pace<Retry.FailedAttempt> | undefined => {
  const pace = interval <= (demanded?.interval ?? 0) ? demanded : { interval, tooLong }
  // Without a distance, too, a job's requests to a host then come one after the other.
  return from === "start" ? pace : { interval, tooLong, ...pace, fromEnd: true }
}

const tooLong = (wait: number): Retry.FailedAttempt =>
  Retry.final(
    WebError.make({
      error: "rate_limited",
      message: "The pace of this job's requests to the host demands a longer wait than this call has time for.",
      retry_after: Math.ceil(wait / 1_000),
    }),
  )

/** Reports a request when it ends. */
const reported = <A, E, R>(
  request: Effect.Effect<A, E, R>,
  {
    demanded,
    host,
    onVisit,
  }: Pick<HostPace.Visit, "demanded" | "host"> & { readonly onVisit: (visit: HostPace.Visit) => Effect.Effect<void> },
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
    Effect.onExit(request, ({ _tag }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        onVisit({ host, startedAt, took: now - startedAt, demanded, hasAnswered: _tag === "Success" }),
      ),
    ),
  )

/** One hop. A failure of a site that asks for a signature carries what it asks for, unless this try is signed. */
const visit = <A>(
  { dialer, settings, signer }: Dependencies,
  request: Visit.ChainRequest<A>,
  position: Visit.Position,
  { hops, sendBefore }: { readonly hops: Visit.Hops; readonly sendBefore: number | undefined },
): Effect.Effect<Visit.Outcome<A>, Retry.FailedAttempt, Scope.Scope> =>
  Effect.flatMap(headersFor(request, position), (headers) =>
    Effect.mapError(
      Visit.dial(dialer, hops, sendBefore === undefined ? { headers } : { headers, sendBefore }),
      fromDial,
    ),
  ).pipe(
    Effect.flatMap((response) => {
      const followed = Effect.catch(Visit.follow(settings, request, position, response), (failure) =>
        Effect.flatMap(
          request.signing === undefined ? RequestSigner.wantedBy(signer, response, position.target) : Effect.undefined,
          (signing) => Effect.fail(signing === undefined ? failure : { ...failure, signing }),
        ),
      )
      return settings.trace
        ? Effect.andThen(Trace.annotate({ "http.response.status_code": response.status }), followed)
        : followed
    }),
  )

/** The pace that the site demands, if its rules allow the request. */
const demandedPace = (
  { mayVisit }: Pick<Visit.ChainRequest<never>, "mayVisit">,
  { target, visited }: Visit.Position,
): Effect.Effect<HostLimit.Pace<Retry.FailedAttempt> | undefined, Retry.FailedAttempt> => {
  if (mayVisit === undefined) return Effect.undefined
  const from = visited.at(-2)
  return from === undefined
    ? mayVisit(target)
    : Effect.mapError(mayVisit(target), (failure) => ({ ...failure, error: Redirect.onLaterHop(failure.error, from) }))
}

const headersFor = (
  { signing, ...request }: Pick<Visit.ChainRequest<never>, "conditional" | "headers" | "jar" | "signing">,
  { target }: Visit.Position,
): Effect.Effect<Readonly<Record<string, string>>> => {
  const headers = unsignedHeadersFor(request, target)
  return signing === undefined
    ? Effect.succeed(headers)
    : Effect.map(RequestSigner.fieldsFor(signing, target, headers), (fields) => ({ ...headers, ...fields }))
}

const unsignedHeadersFor = (
  { conditional, headers, jar }: Pick<Visit.ChainRequest<never>, "conditional" | "headers" | "jar">,
  target: WebUrl.Target,
): Readonly<Record<string, string>> => {
  const cookie = jar?.fieldFor(target)
  if (cookie !== undefined) return { ...headers, cookie }
  return conditional?.url === target.url ? { ...headers, ...conditional.headers } : headers
}

const fromDial = (error: WebError.WebError): Retry.FailedAttempt =>
  error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)
