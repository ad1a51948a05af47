/** The contract of `WebBackend`, for every provider; each method on its own, and all through the kernel's use-cases. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import {
  fetchImage,
  type FetchRequest,
  type ImageType,
  type WebBackend,
  type WebError,
  webFetch,
  webSearch,
} from "@porthole/core"
import * as Contract from "./Contract.ts"

/** A provider in one state, and the kernel's required error. */
export interface Failing {
  readonly name: string
  readonly layer: Layer.Layer<WebBackend.WebBackend>
  readonly expected: Partial<WebError.Wire>
}

/** The input for search: the provider with hits for `query`, with none, and in each of its faults. */
export interface SearchFixture {
  readonly provider: string
  readonly query: string
  readonly found: Layer.Layer<WebBackend.WebBackend>
  readonly empty: Layer.Layer<WebBackend.WebBackend>
  readonly faults: ReadonlyArray<Failing>
}

/** The input for reading pages: the provider with a page at `url`, and in each of its faults. */
export interface ExtractFixture {
  readonly url: string
  /** The provider's modes. Default: all of them. */
  readonly modes?: ReadonlyArray<FetchRequest.ExtractMode>
  readonly found: Layer.Layer<WebBackend.WebBackend>
  readonly faults: ReadonlyArray<Failing>
}

/** The input for images, if a provider fetches them: the provider with an image at `url`, and in each of its faults. */
export interface ImageFixture {
  readonly url: string
  readonly media_type: ImageType.MediaType
  readonly found: Layer.Layer<WebBackend.WebBackend>
  readonly faults: ReadonlyArray<Failing>
}

/** The cases of `search`. */
export const searchCases = (fixture: SearchFixture): ReadonlyArray<Contract.Case> => [
  test("returns hits that the kernel accepts, and names the provider", fixture.found, () =>
    Effect.gen(function* () {
      const result = yield* webSearch({ query: fixture.query, include_metadata: true })
      yield* Contract.expect(result.count > 0 && result.count === result.hits.length, "hits")
      yield* Contract.expectEqual(result.provider, fixture.provider, "provider")
    }),
  ),
  test("keeps to max_results", fixture.found, () =>
    Effect.flatMap(webSearch({ query: fixture.query, max_results: 1 }), ({ count }) =>
      Contract.expectEqual(count, 1, "one hit"),
    ),
  ),
  test("returns no metadata without a request", fixture.found, () =>
    Effect.flatMap(webSearch({ query: fixture.query }), ({ hits }) =>
      Contract.expect(
        hits.every((hit) => hit.metadata === undefined),
        "no metadata",
      ),
    ),
  ),
  test("keeps to the requested domains", fixture.found, () =>
    Effect.flatMap(webSearch({ query: fixture.query, domains: ["nowhere.example"] }), ({ count }) =>
      Contract.expectEqual(count, 0, "no hit elsewhere"),
    ),
  ),
  test("returns no hits as a success", fixture.empty, () =>
    Effect.flatMap(webSearch({ query: fixture.query }), (result) =>
      Contract.expectEqual([result.count, result.message], [0, "No results. Try other words."], "an empty result"),
    ),
  ),
  ...fixture.faults.map((fault) =>
    test(`fails with its own error for ${fault.name}`, fault.layer, () =>
      Contract.expectFailure(webSearch({ query: fixture.query }), fault.expected, fault.name),
    ),
  ),
]

/** The cases of `extract`. */
export const extractCases = (fixture: ExtractFixture): ReadonlyArray<Contract.Case> => [
  ...(fixture.modes ?? (["markdown", "text", "html"] as const)).map((extract) =>
    test(`gives a page that the kernel accepts, as ${extract}`, fixture.found, () =>
      Effect.flatMap(webFetch({ url: fixture.url, extract }), (page) =>
        Contract.expect(
          (extract === "markdown" ? page.content_md : page.content) !== undefined && page.url.startsWith("http"),
          "a page",
        ),
      ),
    ),
  ),
  ...fixture.faults.map((fault) =>
    test(`fails with its own error for ${fault.name}`, fault.layer, () =>
      Contract.expectFailure(webFetch({ url: fixture.url }), fault.expected, fault.name),
    ),
  ),
]

/** The cases of `image`. */
export const imageCases = (fixture: ImageFixture): ReadonlyArray<Contract.Case> => [
  test("gives an image that the kernel accepts, whole and again", fixture.found, () =>
    Effect.gen(function* () {
      const first = yield* fetchImage({ url: fixture.url })
      const second = yield* fetchImage({ url: fixture.url })
      yield* Contract.expectEqual(first.media_type, fixture.media_type, "media type")
      yield* Contract.expect(first.url.startsWith("http") && first.bytes.length > 0, "an image")
      yield* Contract.expectEqual(Array.from(second.bytes), Array.from(first.bytes), "the same bytes")
    }),
  ),
  ...fixture.faults.map((fault) =>
    test(`fails with its own error for ${fault.name}`, fault.layer, () =>
      Contract.expectFailure(fetchImage({ url: fixture.url }), fault.expected, fault.name),
    ),
  ),
]

const test = (
  name: string,
  layer: Layer.Layer<WebBackend.WebBackend>,
  run: () => Effect.Effect<void, WebError.WebError | Contract.BrokenContract, WebBackend.WebBackend>,
): Contract.Case => Contract.make(name, Effect.suspend(run), Effect.provide(layer))
