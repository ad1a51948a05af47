/**
 * The redirect chain over hops: {@link resolve}, {@link judge}, {@link dial}, {@link follow}, and again for each
 * redirect, until a response isn't a redirect.
 *
 * Every hop passes the whole policy: the URL, then all addresses of its host, then one dial to vetted addresses only.
 * Addresses are tried strictly in turn: the next after a failed connection, or after two seconds without one. Only the
 * URL travels from one hop to the next.
 */
import * as Arr from "effect/Array"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { Conversation, Hop, Network, Redirect, Settings, Trace, type WebError, WebUrl } from "@porthole/core"
import * as HostLimit from "./HostLimit.ts"
import * as Retry from "./Retry.ts"

/** The request, the same on every hop. */
export interface ChainRequest<A> {
  readonly url: WebUrl.WebUrl
  readonly headers: Readonly<Record<string, string>>
  /** Additional fields for one URL, and no other. */
  readonly conditional?: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** The policy for each URL; by default the settings'. */
  readonly policy?: WebUrl.UrlPolicy
  /** `refuse` ends the chain at any status from 300 to 399, with its body unread; by default redirects are followed. */
  readonly redirects?: "refuse"
  /** Maximum number of redirects; by default the settings'. */
  readonly maxRedirects?: number
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
  url: WebUrl.WebUrl,
) => Effect.Effect<HostLimit.Pace<Retry.FailedAttempt> | undefined, Retry.FailedAttempt>

/** Follows redirects from a vetted URL to the final response. */
export type RedirectChain = <A>(request: ChainRequest<A>) => Effect.Effect<A, Retry.FailedAttempt>

/** The services of a redirect chain. */
export interface Dependencies {
  readonly dialer: Network.Dialer["Service"]
  readonly pins: PinCache
  readonly limit: HostLimit.HostLimit
  readonly settings: Settings.SettingsShape
}

/** The position in a chain: a URL that passed the URL policy, after those that redirected to it. */
export interface Position {
  readonly url: WebUrl.WebUrl
  readonly target: WebUrl.Target
  /** The URLs of the chain, `url` the last of them. */
  readonly visited: ReadonlyArray<string>
}

/** The result of one hop: the response's value, or the target of its redirect. */
export type Outcome<A> =
  | { readonly arrived: true; readonly value: A }
  | { readonly arrived: false; readonly next: WebUrl.WebUrl }

/** The vetted addresses of one host. */
export type Hops = readonly [Hop, ...ReadonlyArray<Hop>]

/** How long one address may take to connect while another one is left. */
export const patience = Duration.seconds(2)

/** Makes a redirect chain with the provided resolver and dialer. */
export const make: Effect.Effect<RedirectChain, never, Network.Resolver | Network.Dialer | Scope.Scope> = Effect.gen(
  function* () {
    const dependencies: Dependencies = {
      dialer: yield* Network.Dialer,
      pins: yield* makePins,
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

// --- the pins --------------------------------------------------------------------------

/** Maximum number of pins, over all conversations. */
export const maxPins = 4_096

/**
 * Returns the addresses of a host, as the current conversation first resolved them.
 *
 * Within a conversation and `pin_ttl` a host keeps its addresses, so DNS can't change its answer between a check and a
 * dial, or between two pages. Only answers are stored; `Hop.vet` checks them at each use. Failures aren't stored,
 * concurrent lookups share one query, and the least recently used pin is removed first.
 */
export type PinCache = (host: string) => Effect.Effect<ReadonlyArray<string>, WebError.WebError>

/** Makes the cache over the provided `Resolver`. */
export const makePins: Effect.Effect<PinCache, never, Network.Resolver> = Effect.gen(function* () {
  const resolver = yield* Network.Resolver
  const { pin_ttl } = yield* Settings.Settings
  const cache = yield* Cache.makeWith((key: string) => resolver.resolve(hostOf(key)), {
    capacity: maxPins,
    timeToLive: (exit) => (exit._tag === "Success" ? pin_ttl : 0),
  })
  return (host) => Conversation.Conversation.use((conversation) => Cache.get(cache, pinKeyOf(conversation, host)))
})

// --- one hop ---------------------------------------------------------------------------

/**
 * The addresses of a host, pinned for the conversation ({@link PinCache}); none for an IP address literal, which needs
 * no lookup.
 */
export const resolve = (
  { pins }: Pick<Dependencies, "pins">,
  { host, literal }: WebUrl.Target,
): Effect.Effect<ReadonlyArray<string>, Retry.FailedAttempt> =>
  literal ? Effect.succeed([]) : Trace.step("resolve", Effect.mapError(pins(host), Retry.final))

/** The hops to a host's addresses, if all of them are public. A refusal on a later hop is the redirect's fault. */
export const judge = (
  { url, visited }: Position,
  answers: ReadonlyArray<string>,
  policy: WebUrl.UrlPolicy,
): Result.Result<Hops, Retry.FailedAttempt> => {
  const from = visited.at(-2)
  return Result.mapError(Hop.vet(url, answers, policy), (error) =>
    Retry.final(from === undefined ? error : Redirect.onLaterHop(error, from)),
  )
}

/** Dials the addresses strictly in turn: the next after a failed connection, or after {@link patience} without one. */
export const dial = (
  dependencies: Pick<Dependencies, "dialer">,
  [hop, ...others]: Hops,
  headers: Readonly<Record<string, string>>,
): Effect.Effect<Network.DialResponse, WebError.WebError, Scope.Scope> =>
  Arr.isReadonlyArrayNonEmpty(others)
    ? Effect.catchIf(
        Trace.step("dial", dependencies.dialer.dial({ hop, headers, connectTimeout: patience })),
        isWorthAnotherAddress,
        () => dial(dependencies, others, headers),
      )
    : Trace.step("dial", dependencies.dialer.dial({ hop, headers }))

/** Reads a response, or returns the target of its redirect. */
export const follow = <A>(
  { settings }: Pick<Dependencies, "settings">,
  { maxRedirects = settings.max_redirects, policy = settings, read, redirects }: ChainRequest<A>,
  { url, visited }: Position,
  response: Network.DialResponse,
): Effect.Effect<Outcome<A>, Retry.FailedAttempt> => {
  const { headers, status } = response
  const location = headers["location"]
  if (redirects === "refuse" && status >= 300 && status <= 399) {
    return Effect.fail(Retry.final(Redirect.imageRedirectError(location, url)))
  }
  if (!Redirect.isRedirect(status)) return Trace.step("body", Effect.map(read(response, url, visited), arrived))
  const next = Redirect.next({ from: url, status, location, visited, maxRedirects }, policy)
  return Effect.fromResult(Result.mapBoth(next, { onFailure: Retry.final, onSuccess: redirected }))
}

// --- private --------------------------------------------------------------------------

const positionOf = (url: WebUrl.WebUrl, visited: ReadonlyArray<string>): Position => ({
  url,
  target: WebUrl.target(url),
  visited,
})

/** Hop after hop, each under its host's permit. */
const followRedirects = Effect.fnUntraced(function* <A>(
  dependencies: Dependencies,
  request: ChainRequest<A>,
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
  request: ChainRequest<A>,
  position: Position,
): Effect.Effect<Outcome<A>, Retry.FailedAttempt> => {
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
  request: ChainRequest<A>,
  position: Position,
): Effect.Effect<Outcome<A>, Retry.FailedAttempt, Scope.Scope> =>
  vet(dependencies, request, position).pipe(
    Effect.flatMap((hops) => Effect.mapError(dial(dependencies, hops, headersFor(request, position.url)), fromDial)),
    Effect.flatMap((response) => {
      const followed = follow(dependencies, request, position, response)
      return dependencies.settings.trace
        ? Effect.andThen(Trace.annotate({ "http.response.status_code": response.status }), followed)
        : followed
    }),
  )

const vet = (
  dependencies: Dependencies,
  { policy = dependencies.settings }: Pick<ChainRequest<never>, "policy">,
  position: Position,
): Effect.Effect<Hops, Retry.FailedAttempt> =>
  Effect.flatMap(resolve(dependencies, position.target), (answers) =>
    Effect.fromResult(judge(position, answers, policy)),
  )

/**
 * The pace of a request, if the site's rules allow it. Addresses are checked first, so that a blocked host gets no
 * request.
 */
const paceFor = <A>(
  dependencies: Dependencies,
  request: ChainRequest<A>,
  position: Position,
  mayVisit: MayVisit,
): Effect.Effect<HostLimit.Pace<Retry.FailedAttempt> | undefined, Retry.FailedAttempt> => {
  const permitted = Effect.andThen(vet(dependencies, request, position), mayVisit(position.url))
  const from = position.visited.at(-2)
  return from === undefined
    ? permitted
    : Effect.mapError(permitted, (failure) => ({ ...failure, error: Redirect.onLaterHop(failure.error, from) }))
}

const arrived = <A>(value: A): Outcome<A> => ({ arrived: true, value })
const redirected = (next: WebUrl.WebUrl): Outcome<never> => ({ arrived: false, next })

const headersFor = (
  { conditional, headers }: Pick<ChainRequest<never>, "conditional" | "headers">,
  url: string,
): Readonly<Record<string, string>> => (conditional?.url === url ? { ...headers, ...conditional.headers } : headers)

const isWorthAnotherAddress = (error: WebError.WebError): boolean =>
  error.error === "timeout" || error.reason === "target_unreachable"

const fromDial = (error: WebError.WebError): Retry.FailedAttempt =>
  error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)

/** The host comes first, because it contains no space; ids may contain one. */
const pinKeyOf = (conversation: Conversation.ConversationId, host: string): string => {
  const name = conversationNames.get(conversation) ?? JSON.stringify([conversation.tenant, conversation.id])
  conversationNames.set(conversation, name)
  return `${host} ${name}`
}

/** The names of conversations in keys; a front end sets one object per conversation. */
const conversationNames = new WeakMap<Conversation.ConversationId, string>()

const hostOf = (key: string): string => key.slice(0, key.indexOf(" "))
