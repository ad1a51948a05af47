/**
 * The contract of a provider, run over recorded answers: the port's own contract, and the guarantees of the provider
 * kit. An author records a handful of answers; the suite makes the rest.
 *
 * The cases take real time, some 50 ms for a provider that hangs: run them with `it.live`.
 * clock: the author's, for timeouts of a few ms.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type FetchRequest, WebBackend, type WebError, webFetch, webSearch } from "@porthole/core"
import { Contract, WebBackendSuite } from "@porthole/testing"
import type { MakeExtract, PageReader } from "../provider/pageReader.ts"
import type { Options } from "../provider/Identity.ts"
import type { Provider, PageExtraction } from "../provider/Provider.ts"
import * as EndpointFaults from "./EndpointFaults.ts"
import * as ProviderDouble from "./ProviderDouble.ts"
import type { ExtractFixture, SearchFixture, SearchSubject } from "./ProviderFixture.ts"
import * as RequestCases from "./RequestCases.ts"

export type { ExtractFixture, Refusal, SearchFixture } from "./ProviderFixture.ts"

/** The cases of a provider's search. */
export const searchCases = (
  { identity, makeSearch }: Pick<Provider, "identity" | "makeSearch">,
  recorded: SearchFixture,
): ReadonlyArray<Contract.Case> => {
  const subject: SearchSubject = { ...recorded, identity, search: makeSearch }
  const { badRow, empty, found, refusals } = recorded
  const cases = WebBackendSuite.searchCases({
    provider: identity.name,
    query: "whales",
    found: backendLayer(subject, found),
    empty: backendLayer(subject, empty),
    faults: [
      ...refusals.map(({ answer, expected, name }) => ({ name, expected, layer: backendLayer(subject, answer) })),
      ...EndpointFaults.of(identity, found, (answer, options) => backendLayer(subject, answer, options)),
    ],
  })
  return [
    ...cases,
    Contract.make(
      "drops a row that can't be a hit, and counts it",
      Effect.gen(function* () {
        const { count, message } = yield* Effect.provide(webSearch({ query: "whales" }), backendLayer(subject, badRow))
        yield* Contract.expectEqual(count, 1, "hits")
        yield* Contract.expectEqual(message?.includes("(1 here)"), true, "the message counts the dropped row")
      }),
      (run) => run,
    ),
    ...RequestCases.fieldCases(subject),
    ...RequestCases.requestCases(subject),
  ]
}

/** The cases of a provider's page reader. */
export const extractCases = (
  { identity, makeExtract: extract }: Pick<Provider, "identity"> & Pick<PageExtraction, "makeExtract">,
  { found, modes, refusals }: ExtractFixture,
): ReadonlyArray<Contract.Case> => {
  const reader = (answer: ProviderDouble.Outcome, options: Options = { url: baseUrl, key: secret }) =>
    pageLayer(extract(options), ProviderDouble.make(answer))
  const cases = WebBackendSuite.extractCases({
    url: "https://example.com/whales",
    modes,
    found: reader(found),
    faults: [
      ...refusals.map(({ answer, expected, name }) => ({ name, expected, layer: reader(answer) })),
      ...EndpointFaults.of(identity, found, reader),
    ],
  })
  const refused = (["markdown", "text", "html"] as const).filter((mode) => !modes.includes(mode))
  return [
    ...cases,
    ...refused.map((mode) =>
      askNobodyCase(
        `refuses the mode ${mode}, which it can't give, and asks nobody`,
        { extract, found },
        { url: "https://example.com/whales", extract: mode },
        { error: "invalid_request", reason: "extract" },
      ),
    ),
    ...RequestCases.pageRequestCases(identity, extract, found),
    askNobodyCase(
      "never tells a vendor of a private address",
      { extract, found },
      { url: "http://10.0.0.1/" },
      { error: "blocked_url", reason: "private_or_metadata_target" },
    ),
  ]
}

// --- private --------------------------------------------------------------------------

const { baseUrl, secret } = EndpointFaults

const backendLayer = (
  { search }: SearchSubject,
  answer: ProviderDouble.Outcome,
  options: Options = { url: baseUrl, key: secret },
): Layer.Layer<WebBackend.WebBackend> =>
  WebBackend.layer({ search: search(options), extract: WebBackend.unavailable }).pipe(
    Layer.provide(ProviderDouble.make(answer).layer),
  )

const pageLayer = (extract: PageReader, double: ProviderDouble.Double): Layer.Layer<WebBackend.WebBackend> =>
  WebBackend.layer({ search: WebBackend.unavailable, extract }).pipe(Layer.provide(double.layer))

/** A fetch that fails without a request. */
const askNobodyCase = (
  name: string,
  { extract, found }: { readonly extract: MakeExtract; readonly found: ProviderDouble.Recorded },
  request: FetchRequest.FetchRequest,
  expected: Partial<WebError.Wire>,
): Contract.Case =>
  Contract.make(
    name,
    Effect.gen(function* () {
      const double = ProviderDouble.make(found)
      const layer = pageLayer(extract({ url: baseUrl, key: secret }), double)
      yield* Contract.expectFailure(Effect.provide(webFetch(request), layer), expected, name)
      yield* Contract.expectEqual(double.seen.length, 0, "no request")
    }),
    (run) => run,
  )
