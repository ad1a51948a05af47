/**
 * One backend made of several providers: the next one is called when those before it failed, are paused, or aren't
 * configured.
 *
 * An answer without hits is an answer. A URL that our policy refuses, one of our own limits, and an HTTP error of the
 * page itself end the chain, because the next provider would only work around them.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { WebBackend } from "@porthole/core"
import * as SearchMethod from "./SearchMethod.ts"
import * as ExtractMethod from "./ExtractMethod.ts"
import type { ErrorOf, Options, PageProvider, SearchProvider, ServicesOf } from "./ChainProvider.ts"
import { attemptsOf, inTurn, make } from "./ChainCalls.ts"

/** Searches by providers in order. `attempts` lists the providers that were called or skipped. */
export const chain = <L extends SearchProvider<unknown, unknown>, M extends SearchProvider<unknown, unknown> = never>(
  providers: ReadonlyArray<L> & ReadonlyArray<SearchProvider<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchProvider<ErrorOf<M>, ServicesOf<M>>> = {},
): WebBackend.Factory<WebBackend.Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    make(SearchMethod.searchMethod, inTurn, providers, options),
    (ask): WebBackend.Search =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }], tried }) => ({
          ...value,
          attempts: attemptsOf(tried, options),
        })),
  )

/**
 * Reads pages by providers in order. The next one is also called for a page that a reader can't turn into text, a mode
 * that it lacks, and a site that it can't reach.
 */
export const chainExtract = <
  L extends PageProvider<unknown, unknown>,
  M extends PageProvider<unknown, unknown> = never,
>(
  providers: ReadonlyArray<L> & ReadonlyArray<PageProvider<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<PageProvider<ErrorOf<M>, ServicesOf<M>>> = {},
): WebBackend.Factory<WebBackend.Extract, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    make(ExtractMethod.extractMethod, inTurn, providers, options),
    (ask): WebBackend.Extract =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }] }) => value),
  )
