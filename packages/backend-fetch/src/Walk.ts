/**
 * The walk over hops: resolve, vet, dial, and again for each redirect, until a response is there
 * that is none.
 *
 * Every hop passes the whole policy: the URL, then all addresses of its host, then one dial to
 * vetted addresses only. Addresses are tried strictly in turn: the next after a failed connection,
 * or after two seconds without one. Nothing of one hop travels to the next but the URL.
 */
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
  /** Reads the response at the end of the walk, under the host's permit. */
  readonly read: (response: Dialer.DialResponse, url: WebUrl.WebUrl) => Effect.Effect<A, Retry.Attempt>
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

    const vet = Effect.fnUntraced(function* (url: WebUrl.WebUrl, from: string | undefined) {
      const { host, literal } = WebUrl.target(url)
      const answers = literal ? [] : yield* pins(host)
      const hops = Hop.vet(url, answers, settings)
      return yield* Effect.fromResult(
        from === undefined ? hops : Result.mapError(hops, (error) => Redirect.onLaterHop(error, from)),
      )
    })

    const dialInTurn = (
      [hop, ...others]: Hops,
      headers: WalkRequest<unknown>["headers"],
    ): Effect.Effect<Dialer.DialResponse, WebError.WebError, Scope.Scope> => {
      const [next, ...rest] = others
      if (next === undefined) return dialer.dial({ hop, headers })
      return Effect.catchIf(dialer.dial({ hop, headers, connectTimeout: patience }), isWorthAnotherAddress, () =>
        dialInTurn([next, ...rest], headers),
      )
    }

    const step = Effect.fnUntraced(function* <A>(
      request: WalkRequest<A>,
      url: WebUrl.WebUrl,
      visited: ReadonlyArray<string>,
    ): Effect.fn.Return<Step<A>, Retry.Attempt, Scope.Scope> {
      const hops = yield* Effect.mapError(vet(url, visited.at(-2)), Retry.final)
      const response = yield* Effect.mapError(dialInTurn(hops, request.headers), fromDial)
      if (!Redirect.isRedirect(response.status)) return { arrived: true, value: yield* request.read(response, url) }
      const next = Redirect.next(
        {
          from: url,
          status: response.status,
          location: response.headers["location"],
          visited,
          maxRedirects: settings.max_redirects,
        },
        settings,
      )
      return { arrived: false, next: yield* Effect.mapError(Effect.fromResult(next), Retry.final) }
    })

    return Effect.fnUntraced(function* <A>(request: WalkRequest<A>) {
      const visited: Array<string> = []
      let url = request.url
      while (true) {
        visited.push(url)
        const outcome = yield* limit(WebUrl.target(url).host, Effect.scoped(step(request, url, visited)))
        if (outcome.arrived) return outcome.value
        url = outcome.next
      }
    })
  },
)

// --- private --------------------------------------------------------------------------

type Hops = readonly [Hop, ...ReadonlyArray<Hop>]

type Step<A> = { readonly arrived: true; readonly value: A } | { readonly arrived: false; readonly next: WebUrl.WebUrl }

const isWorthAnotherAddress = (error: WebError.WebError): boolean =>
  error.error === "timeout" || error.reason === "target_unreachable"

const fromDial = (error: WebError.WebError): Retry.Attempt =>
  error.reason === "target_unreachable" ? Retry.transient(error) : Retry.final(error)
