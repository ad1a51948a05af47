/**
 * Test doubles of the ports, which open no socket: a backend of literals, a resolver with a table, a dialer, a
 * compressor and a renderer from functions, an extractor of literals.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import {
  DocsIndex,
  Extractor,
  Hop,
  Library,
  Network,
  Renderer,
  Sections,
  Shortening,
  WebBackend,
  WebError,
  Words,
} from "@porthole/core"

/** A backend of functions; a missing one dies when it is called, and names itself. */
export const backend = (methods: {
  readonly search?: WebBackend.Search
  readonly extract?: WebBackend.Extract
  readonly image?: WebBackend.Image
  readonly site?: WebBackend.SiteReader
}): Layer.Layer<WebBackend.WebBackend> =>
  Layer.mock(WebBackend.WebBackend, { search: missing("search"), extract: missing("extract"), ...methods })

/** A resolver with the addresses of the table. */
export const resolver = (table: Readonly<Record<string, ReadonlyArray<string>>>): Layer.Layer<Network.Resolver> =>
  Layer.succeed(
    Network.Resolver,
    Network.Resolver.of({
      resolve: (host) => (Object.hasOwn(table, host) ? Effect.succeed(table[host] ?? []) : unreachableFailure),
    }),
  )

/** The answer of a {@link dialer}. Header names may be in any case. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly setCookies?: ReadonlyArray<string>
  readonly body?: string | Uint8Array | Stream.Stream<Uint8Array, WebError.WebError>
}

/** A dialer from a function; like every dialer it accepts only a real `Hop`. */
export const dialer = (
  answer: (request: Network.DialRequest) => Answer | Effect.Effect<Answer, WebError.WebError>,
): Layer.Layer<Network.Dialer> =>
  Layer.succeed(
    Network.Dialer,
    Network.Dialer.of({
      dial: Effect.fnUntraced(function* (request) {
        if (!Hop.is(request.hop)) return yield* Network.notAHop
        const result = answer(request)
        const { body, headers, setCookies, status } = Effect.isEffect(result) ? yield* result : result
        return {
          status,
          headers: lowerCased(headers ?? {}),
          body: streamOf(body),
          ...(setCookies === undefined ? {} : { setCookies }),
        }
      }),
    }),
  )

/** An index in memory. A page matches with each section that has a word of the question; more words are better. */
export const docsIndex: Layer.Layer<DocsIndex.DocsIndex> = Layer.sync(DocsIndex.DocsIndex, () => {
  const stored = new Map<string, { readonly indexed: Library.Indexed; readonly pages: ReadonlyArray<Library.Page> }>()
  const pagesOf = (library: Library.Library) => stored.get(Library.label(library))?.pages ?? []
  return DocsIndex.DocsIndex.of({
    put: (details, pages) =>
      Effect.gen(function* () {
        const cut = yield* Effect.forEach(pages, ({ text }) => Sections.cut(text))
        const indexed = { ...details, pages: pages.length, units: cut.flat().length, bytes: 0 }
        stored.set(Library.label(details), { indexed, pages })
        return indexed
      }),
    find: (library, { maxPages, query }) =>
      Effect.map(
        Effect.forEach(pagesOf(library), (page) => foundOf(page, query)),
        (found) =>
          found
            .filter(({ score }) => score > 0)
            .toSorted((a, b) => b.score - a.score)
            .slice(0, maxPages),
      ),
    get: (library, pathOrUrl) =>
      Effect.sync(() =>
        Option.fromUndefinedOr(pagesOf(library).find(({ path, url }) => path === pathOrUrl || url === pathOrUrl)),
      ),
    list: Effect.sync(() => ({ libraries: Array.from(stored.values(), ({ indexed }) => indexed), failed: [] })),
    remove: (library) => Effect.sync(() => stored.delete(Library.label(library))),
  })
})

/** A compressor from a function. */
export const compressor = (
  compress: (text: string, options: Shortening.CompressOptions) => string | WebError.WebError,
): Layer.Layer<never> =>
  Layer.succeed(Shortening.Compressor, {
    compress: (text, options) => {
      const shorter = compress(text, options)
      return typeof shorter === "string" ? Effect.succeed(shorter) : Effect.fail(shorter)
    },
  })

/** An extractor from a function of the fetched document. */
export const extractor = (
  extract: (fetched: Extractor.Fetched) => Extractor.Extracted | WebError.WebError,
): Layer.Layer<Extractor.Extractor> =>
  Layer.succeed(
    Extractor.Extractor,
    Extractor.Extractor.of({
      extract: (fetched) => {
        const extracted = extract(fetched)
        return isWebError(extracted) ? Effect.fail(extracted) : Effect.succeed(extracted)
      },
    }),
  )

/** The result of a scripted rendering: the document's HTML, and whatever else differs from a plain one. */
export interface Script extends Partial<Omit<Renderer.Rendered, "bytes">> {
  readonly html: string
}

/**
 * A renderer from a script, which may ask for parts as a page's scripts do. It is ready unless something is `missing`.
 */
export const renderer = (
  script: (request: Renderer.RenderRequest) => Effect.Effect<Script, WebError.WebError>,
  missing?: string,
): Layer.Layer<Renderer.Renderer> =>
  Layer.succeed(
    Renderer.Renderer,
    Renderer.Renderer.of({
      state: Effect.succeed(missing === undefined ? { isReady: true } : { isReady: false, missing }),
      render: (request) =>
        Effect.map(script(request), ({ html, ...rendered }) => ({
          bytes: new TextEncoder().encode(html),
          url: request.document.url,
          requested: [],
          refusedByWall: 0,
          isPartial: false,
          ...rendered,
        })),
    }),
  )

// --- private --------------------------------------------------------------------------

const missing = (name: string) => (): Effect.Effect<never> =>
  Effect.die(new Error(`Doubles.backend has no ${name}. Give it one: Doubles.backend({ ${name}: … }).`))

const unreachableFailure = WebError.fail({ error: "http_error", reason: "target_unreachable" })

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const streamOf = (body: Answer["body"]): Stream.Stream<Uint8Array, WebError.WebError> => {
  if (body === undefined || body === "") return Stream.empty
  if (typeof body === "string") return Stream.make(new TextEncoder().encode(body))
  return body instanceof Uint8Array ? Stream.make(body) : body
}

const isWebError = (u: unknown): u is WebError.WebError => u instanceof WebError.WebError

const foundOf = ({ path, text, title, url }: Library.Page, query: string): Effect.Effect<Library.Found> =>
  Effect.map(Sections.cut(text), (sections) => {
    const wanted = new Set(Words.wordsOf(query).filter((word) => !Words.isStopWord(word)))
    const countOf = (part: string) => new Set(Words.wordsOf(part).filter((word) => wanted.has(word))).size
    const rated = sections
      .map(({ end, start, trail }) => ({ start, end, trail, text: text.slice(start, end) }))
      .map((unit) => ({ unit, count: countOf([title, ...unit.trail, unit.text].join(" ")) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
    return { path, url, title, score: rated[0]?.count ?? 0, units: rated.map(({ unit }) => unit) }
  })
