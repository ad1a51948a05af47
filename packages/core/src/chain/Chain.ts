/**
 * A half made of several: each link is asked where those before it failed, rest, or aren't configured.
 *
 * An answer without hits is an answer. A refusal of our policy, our own limits and a page's own status end the chain: no other
 * provider is to be asked then.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Extract, Half, Search } from "../ports/WebBackend.ts"
import * as Kind from "./Kind.ts"
import type { ErrorOf, ExtractLink, Options, SearchLink, ServicesOf } from "./Link.ts"
import * as Links from "./Links.ts"
import { walk } from "./Walk.ts"

/** A search half over links, in their order. Its answer says in `attempts` who was asked, and who was skipped and why. */
export const chain = <L extends SearchLink<unknown, unknown>, M extends SearchLink<unknown, unknown> = never>(
  links: ReadonlyArray<L> & ReadonlyArray<SearchLink<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<SearchLink<ErrorOf<M>, ServicesOf<M>>> = {},
): Half<Search, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    Links.make(Kind.search, walk, links, options),
    (ask): Search =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }], tried }) => ({
          ...value,
          attempts: Links.attemptsOf(tried, options),
        })),
  )

/** The same for pages: also what one reader can't make text of, a mode that it lacks, and a site that it can't reach go on to the next. */
export const chainExtract = <L extends ExtractLink<unknown, unknown>, M extends ExtractLink<unknown, unknown> = never>(
  links: ReadonlyArray<L> & ReadonlyArray<ExtractLink<ErrorOf<L>, ServicesOf<L>>>,
  options: Options<M> & Options<ExtractLink<ErrorOf<M>, ServicesOf<M>>> = {},
): Half<Extract, ErrorOf<L> | ErrorOf<M>, ServicesOf<L> | ServicesOf<M> | Scope.Scope> =>
  Effect.map(
    Links.make(Kind.extract, walk, links, options),
    (ask): Extract =>
      (request) =>
        Effect.map(ask(request), ({ answers: [{ value }] }) => value),
  )
