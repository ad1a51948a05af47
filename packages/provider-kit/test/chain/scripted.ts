/** Scripted search providers that record their requests. */
import { Deadline, type WebBackend, WebError } from "@porthole/core"
import type { SearchProvider } from "@porthole/provider-kit/chain"
import { Effect } from "effect"

/** A provider's outcome of a call: an error, rows, or the result of an effect. */
export type Answer =
  | WebError.WebError
  | ReadonlyArray<unknown>
  | Effect.Effect<WebBackend.SearchAnswer | ReadonlyArray<unknown>, WebError.WebError>

/** A search provider whose answer to its nth call (from 1) is a function of n. */
export const scripted = (
  provider: string,
  answer: (count: number, request: WebBackend.SearchRequest) => Answer,
  rest: Omit<SearchProvider, "provider" | "backend"> = {},
) => {
  const requested: Array<WebBackend.SearchRequest & { readonly endsAt: number }> = []
  const backend: WebBackend.Factory<WebBackend.Search> = Effect.succeed((request) =>
    Effect.flatMap(Deadline.Deadline, ({ endsAt }) => {
      requested.push({ ...request, endsAt })
      const result = answer(requested.length, request)
      if (result instanceof WebError.WebError) return Effect.fail(result)
      return Effect.isEffect(result) ? result : Effect.succeed({ provider, rows: result })
    }),
  )
  return { requested, provider: { provider, backend, ...rest } satisfies SearchProvider }
}

/** Gives a call a deadline that its caller keeps, in ms since the epoch. */
export const endingAt = (endsAt: number) => Effect.provideService(Deadline.Deadline, Deadline.at(endsAt))

/** A row of a page of example.com. */
export const row = (name: string, snippet = "text") => ({
  title: `Title ${name}`,
  url: `https://example.com/${name}`,
  snippet,
})

/** A provider's error, as the provider fails with it. */
export const fault = (provider: string, suffix: WebError.ProviderFault, retry_after?: number) =>
  WebError.make({
    error: "web_search_unavailable",
    reason: `${provider}_${suffix}`,
    message: `The provider says ${suffix}.`,
    ...(retry_after === undefined ? {} : { retry_after }),
  })

/** The error of an effect as a plain object. */
export const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)
