/** The use-case behind `docs_fetch` over indexed libraries: a page, or the part of it that the request selects. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Trace from "../domain/call/Trace.ts"
import * as Library from "../domain/docs/Library.ts"
import type { LibraryPage } from "../domain/docs/LibraryAnswer.ts"
import { LibraryFetch, type LibraryFetchInput } from "../domain/docs/LibraryRequest.ts"
import type { WebError } from "../domain/WebError.ts"
import { DocsIndex } from "../ports/DocsIndex.ts"
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
  const { library, page } = yield* find(url.trim())
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
  return yield* viewPage({ page: stored, cached: false }, request, yield* limitsOf(request))
})

const find = Effect.fnUntraced(function* (
  url: string,
): Effect.fn.Return<{ readonly library: Library.Indexed; readonly page: Library.Page }, WebError, DocsIndex> {
  const index = yield* DocsIndex
  const address = Option.getOrUndefined(Library.parseAddress(url))
  const { libraries } =
    address === undefined
      ? yield* Effect.mapError(index.list, toWebError)
      : yield* chooseLibraries({ library: address.library.name, version: address.library.version })
  for (const library of libraries) {
    for (const place of address === undefined ? spellings(url) : [address.path, url, withoutFragment(address.path)]) {
      const page = yield* Effect.mapError(index.get(library, place), toWebError)
      if (Option.isSome(page)) return { library, page: page.value }
    }
  }
  return yield* Effect.fail(
    Arguments.invalid("url", "No indexed page has this URL. Take the url of a hit of docs_search."),
  )
})

/** A web address as the index may have it: with or without its extension, or its last slash. */
const spellings = (url: string): ReadonlyArray<string> =>
  [url, withoutFragment(url)].flatMap((each) => [
    each,
    each.replace(/\/+$/, ""),
    `${each}/`,
    each.replace(/(?:\/index)?\.(?:html?|mdx?)$/, ""),
  ])

const withoutFragment = (url: string): string => url.replace(/#.*$/, "")
