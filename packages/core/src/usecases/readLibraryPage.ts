/** The use-case behind `docs_fetch` over indexed libraries: a page, or the part of it that the request selects. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Trace from "../domain/call/Trace.ts"
import * as Library from "../domain/docs/Library.ts"
import type { LibraryPage } from "../domain/docs/LibraryAnswer.ts"
import { LibraryFetch, type LibraryFetchInput } from "../domain/docs/LibraryRequest.ts"
import type { WebError } from "../domain/WebError.ts"
import { DocsIndex, type DocsIndexError } from "../ports/DocsIndex.ts"
import { chooseLibraries, toWebError } from "./chooseLibraries.ts"
import { limitsOf, requireFit, viewPage } from "./viewPage.ts"

/** Reads a page by the URL of a hit. Fails with `invalid_request` if no index has it. */
export const readLibraryPage = (
  request: Arguments.Arguments<LibraryFetchInput>,
): Effect.Effect<LibraryPage, WebError, DocsIndex> =>
  Trace.call("readLibraryPage")(Arguments.answer(decodeRequest(request), read))

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decoder(LibraryFetch)

const read = Effect.fnUntraced(function* ({
  url,
  ...request
}: LibraryFetch): Effect.fn.Return<LibraryPage, WebError, DocsIndex> {
  yield* requireFit(request)
  const { damaged, library, page } = yield* find(url.trim())
  const stored = {
    url: page.url,
    title: page.title,
    content: page.text,
    links: [],
    text_length: page.text.length,
    status_code: 200,
    redirected_from: [],
    is_complete: true as const,
    fetched_at: library.indexed_at,
  }
  const view = yield* viewPage({ page: stored, cached: false }, request, yield* limitsOf(request))
  return Arguments.withNotes(
    view,
    damaged.map(({ message }) => message),
  )
})

/** A page, its library, and the indexes that may have it too but can't be read. */
interface Place {
  readonly library: Library.Indexed
  readonly page: Library.Page
  readonly damaged: ReadonlyArray<DocsIndexError>
}

const find = Effect.fnUntraced(function* (url: string): Effect.fn.Return<Place, WebError, DocsIndex> {
  const index = yield* DocsIndex
  const address = Option.getOrUndefined(Library.parseAddress(url))
  const libraries =
    address === undefined
      ? yield* librariesAt(url)
      : (yield* chooseLibraries({ library: Library.label(address.library), isExact: true })).libraries
  const places = address === undefined ? spellings(url) : [address.path, url, withoutFragment(address.path)]
  const damaged: Array<DocsIndexError> = []
  for (const library of libraries) {
    const page = yield* Effect.result(firstPage(places.map((place) => index.get(library, place))))
    if (page._tag === "Failure") damaged.push(page.failure)
    else if (Option.isSome(page.success)) return { library, page: page.success.value, damaged }
  }
  const [first] = damaged
  if (first !== undefined) return yield* Effect.fail(toWebError(first))
  return yield* Effect.fail(
    Arguments.invalid("url", "No indexed page has this URL. Take the url of a hit of docs_search."),
  )
})

/** The libraries whose web address a URL is within: the versions that a search would take come first. */
const librariesAt = Effect.fnUntraced(function* (
  url: string,
): Effect.fn.Return<ReadonlyArray<Library.Indexed>, WebError, DocsIndex> {
  const { libraries } = yield* Effect.mapError((yield* DocsIndex).list, toWebError)
  const within = libraries.filter(({ base }) => base !== undefined && isWithin(url, Library.withoutSlashes(base)))
  if (within.length < 2) return within
  const chosen = new Set((yield* chooseLibraries({})).libraries.map(Library.label))
  return within.toSorted((a, b) => Number(chosen.has(Library.label(b))) - Number(chosen.has(Library.label(a))))
})

const isWithin = (url: string, base: string): boolean =>
  url.startsWith(base) && ["", "/", "#", "."].includes(url.charAt(base.length))

const firstPage = Effect.fnUntraced(function* (
  reads: ReadonlyArray<Effect.Effect<Option.Option<Library.Page>, DocsIndexError>>,
): Effect.fn.Return<Option.Option<Library.Page>, DocsIndexError> {
  for (const read of reads) {
    const page = yield* read
    if (Option.isSome(page)) return page
  }
  return Option.none()
})

/** A web address as the index may have it: with or without its extension, or its last slash. */
const spellings = (url: string): ReadonlyArray<string> => {
  const all = [url, withoutFragment(url)].flatMap((each) => [
    each,
    Library.withoutSlashes(each),
    `${each}/`,
    each.replace(/(?:\/index)?\.(?:html?|mdx?)$/, ""),
  ])
  return Array.from(new Set(all))
}

const withoutFragment = (url: string): string => url.split("#", 1)[0] ?? url
