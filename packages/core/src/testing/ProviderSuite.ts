/**
 * What a provider's search has to keep to, run over recorded answers: the port's own contract, and what the
 * kit promises in a provider's name. An author records a handful of answers; the rest is made here.
 *
 * The cases take real time, some 50 ms where a provider hangs: run them with `it.live`.
 */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { ExtractMode } from "../domain/FetchRequest.ts"
import type { SearchQuery } from "../domain/SearchQuery.ts"
import { Settings } from "../domain/Settings.ts"
import type * as WebError from "../domain/WebError.ts"
import * as EndpointClient from "../endpoint/EndpointClient.ts"
import { layer as backend, type SearchRequest, unavailable, type WebBackend } from "../ports/WebBackend.ts"
import type { MakeExtract } from "../provider/extract.ts"
import { type Identity, type Options, urlVariable } from "../provider/Identity.ts"
import type { MakeSearch, SearchHalf } from "../provider/search.ts"
import { webFetch } from "../usecases/webFetch.ts"
import * as Contract from "./Contract.ts"
import * as ProviderDouble from "./ProviderDouble.ts"
import * as WebBackendSuite from "./WebBackendSuite.ts"

/** A refusal as the provider words it, and what must come of it. */
export interface Refusal {
  readonly name: string
  readonly answer: ProviderDouble.Recorded
  readonly expected: Partial<WebError.Wire>
}

/** A provider's search and what it answers. */
export interface SearchFixture {
  readonly identity: Identity
  readonly search: MakeSearch
  /** At least two hits, none of them at `nowhere.example`. */
  readonly found: ProviderDouble.Recorded
  readonly empty: ProviderDouble.Recorded
  /** Hits, one of which has no URL. */
  readonly badRow: ProviderDouble.Recorded
  /** Each way in which the provider refuses. */
  readonly refusals: ReadonlyArray<Refusal>
}

/** A provider's reader and what it answers. */
export interface ExtractFixture {
  readonly identity: Identity
  readonly extract: MakeExtract
  /** The modes that it can give; the others have to be refused. */
  readonly modes: ReadonlyArray<ExtractMode>
  /** A page, whichever mode was asked for. */
  readonly found: ProviderDouble.Recorded
  /** Each way in which the provider refuses, or tells that it couldn't read the page. */
  readonly refusals: ReadonlyArray<Refusal>
}

/** The cases of a provider's reader. */
export const extractCases = (fixture: ExtractFixture): ReadonlyArray<Contract.Case> => {
  const { extract, found, identity, modes, refusals } = fixture
  const reader = (answer: ProviderDouble.Outcome, options: Options = { url: place, key: secret }) =>
    backend({ search: unavailable, extract: extract(options) }).pipe(Layer.provide(ProviderDouble.make(answer).layer))
  const cases = WebBackendSuite.extractCases({
    url: "https://example.com/whales",
    modes,
    found: reader(found),
    faults: [
      ...refusals.map(({ answer, expected, name }) => ({ name, expected, layer: reader(answer) })),
      ...endpointFaults(identity, found, reader),
    ],
  })
  const refused = (["markdown", "text", "html"] as const).filter((mode) => !modes.includes(mode))
  return [
    ...cases,
    ...refused.map((mode) =>
      Contract.make(
        `refuses the mode ${mode}, which it can't give, and asks nobody`,
        Effect.gen(function* () {
          const double = ProviderDouble.make(found)
          const layer = backend({ search: unavailable, extract: extract({ url: place, key: secret }) })
          yield* Contract.expectFailure(
            Effect.provide(
              webFetch({ url: "https://example.com/whales", extract: mode }),
              Layer.provide(layer, double.layer),
            ),
            { error: "invalid_request", reason: "extract" },
            mode,
          )
          yield* Contract.expectEqual(double.seen.length, 0, "no request")
        }),
        (run) => run,
      ),
    ),
    Contract.make(
      "never tells a vendor of a private address",
      Effect.gen(function* () {
        const double = ProviderDouble.make(found)
        const layer = backend({ search: unavailable, extract: extract({ url: place, key: secret }) })
        yield* Contract.expectFailure(
          Effect.provide(webFetch({ url: "http://10.0.0.1/" }), Layer.provide(layer, double.layer)),
          { error: "blocked_url", reason: "private_or_metadata_target" },
          "a private address",
        )
        yield* Contract.expectEqual(double.seen.length, 0, "no request")
      }),
      (run) => run,
    ),
  ]
}

/** The cases of a provider's search. */
export const searchCases = (fixture: SearchFixture): ReadonlyArray<Contract.Case> => [
  ...WebBackendSuite.searchCases({
    provider: fixture.identity.name,
    query: "whales",
    found: over(fixture, fixture.found),
    empty: over(fixture, fixture.empty),
    faults: [
      ...fixture.refusals.map(({ answer, expected, name }) => ({ name, expected, layer: over(fixture, answer) })),
      ...faults(fixture),
    ],
  }),
  ...fieldCases(fixture),
  ...secretCases(fixture),
]

// --- what every provider's endpoint may do --------------------------------------------------

const place = "https://api.provider.test/base"

/** A second try has nothing to wait for. */
const atOnce = { "retry-after": "0" }

const faults = (fixture: SearchFixture): ReadonlyArray<WebBackendSuite.Failing> => [
  { name: "a bad row", layer: over(fixture, fixture.badRow), expected: { error: "invalid_backend_response" } },
  ...endpointFaults(fixture.identity, fixture.found, (answer, options) => over(fixture, answer, options)),
]

const endpointFaults = (
  identity: Identity,
  found: ProviderDouble.Recorded,
  answering: (answer: ProviderDouble.Outcome, options?: Options) => Layer.Layer<WebBackend>,
): ReadonlyArray<WebBackendSuite.Failing> => {
  const unreachable = { error: "web_search_unavailable", reason: `${identity.name}_unreachable` } as const
  const not = (name: string, answer: ProviderDouble.Outcome): WebBackendSuite.Failing => ({
    name,
    layer: answering(answer),
    expected: unreachable,
  })
  return [
    not("no connection", "broken"),
    not("500", { status: 500, headers: atOnce, body: { error: "oops" } }),
    not("503 of a proxy", { status: 503, headers: atOnce, body: "<html>busy" }),
    not("404", { status: 404, body: { error: "no such path" } }),
    not("a redirect, unfollowed", { status: 302, headers: { location: "https://elsewhere.test/" }, body: "" }),
    not("a page of HTML", { body: "<!doctype html><html><body><h1>Welcome</h1></body></html>" }),
    not("JSON of another shape", { body: 42 }),
    not("half an answer", {
      body: (typeof found.body === "string" ? found.body : JSON.stringify(found.body)).slice(0, 20),
    }),
    not("an answer without an end", { body: " ".repeat(EndpointClient.maxResponseBytes + 1) }),
    {
      name: "an answer that never comes",
      layer: Layer.merge(answering("hang"), hurried),
      expected: { error: "timeout" },
    },
    ...(needsSetting(identity)
      ? [
          {
            name: "a provider that isn't set up",
            layer: Layer.merge(answering(found, {}), ConfigProvider.layer(ConfigProvider.fromUnknown({}))),
            expected: { error: "web_search_unavailable", reason: `${identity.name}_not_configured` } as const,
          },
        ]
      : []),
  ]
}

/** Little time for a search or a page. */
const hurried = Layer.effect(
  Settings,
  Effect.map(Settings, (settings) => ({
    ...settings,
    search_timeout: Duration.millis(50),
    fetch_timeout: Duration.millis(50),
  })),
)

// --- the query's fields ----------------------------------------------------------------------

const fields: Omit<SearchQuery, "query" | "max_results" | "include_metadata"> = {
  category: "news",
  language: "de",
  time_range: "week",
  start_date: "2026-01-05",
  end_date: "2026-02-06",
  freshness_days: 3,
  country: "AT",
  safesearch: "strict",
  domains: ["docs.example"],
  exclude_domains: ["spam.example"],
  page: 2,
}

const fieldCases = (fixture: SearchFixture): ReadonlyArray<Contract.Case> =>
  Object.entries(fields).map(([field, value]) =>
    Contract.make(
      `sends ${field}, or says that it doesn't`,
      Effect.gen(function* () {
        const plain = yield* requested(fixture, { query: "whales" })
        const filtered = yield* requested(fixture, { query: "whales", [field]: value })
        yield* Contract.expect(
          filtered.ignored.includes(field) || filtered.request !== plain.request,
          `${field}: neither sent nor in ignored`,
        )
        yield* Contract.expectEqual(plain.ignored, [], "nothing to ignore in a plain query")
      }),
      (run) => run,
    ),
  )

/** What goes over the wire for a query, and what the provider says it can't express. */
const requested = Effect.fnUntraced(function* (fixture: SearchFixture, query: SearchRequest) {
  const double = ProviderDouble.make(fixture.found)
  const answer = yield* Effect.flatMap(half(fixture), (ask) => ask(query)).pipe(Effect.provide(double.layer))
  return {
    request: JSON.stringify(double.seen.map(({ body, headers, method, url }) => [method, url.href, headers, body])),
    ignored: "ignored" in answer ? (answer.ignored ?? []) : [],
  }
})

// --- where it is asked, and what stays between us -----------------------------------------------

const secretCases = (fixture: SearchFixture): ReadonlyArray<Contract.Case> => [
  Contract.make(
    "asks as Porthole, once, where it is told to, and traces nothing",
    Effect.gen(function* () {
      const double = ProviderDouble.make(fixture.found)
      yield* Effect.flatMap(half(fixture), (ask) => ask({ query: "whales" })).pipe(Effect.provide(double.layer))
      yield* Contract.expectEqual(double.seen.length, 1, "one request")
      for (const { headers, url } of double.seen) {
        yield* Contract.expect(url.href.startsWith(place), "the base URL of the options")
        yield* Contract.expect(headers["user-agent"]?.startsWith("Porthole/") === true, "our User-Agent")
        yield* Contract.expect(headers["traceparent"] === undefined && headers["b3"] === undefined, "no trace")
      }
    }),
    (run) => run,
  ),
  Contract.make(
    "reads address and key of the environment when it is asked",
    Effect.gen(function* () {
      const variables = {
        [urlVariable(fixture.identity)]: `${place}/of/environment/`,
        ...(fixture.identity.key === undefined ? {} : { [fixture.identity.key.variable]: secret }),
      }
      const { ask, double } = yield* made(fixture, {})
      yield* ask({ query: "whales" }).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables)),
      )
      const [seen] = double.seen
      yield* Contract.expect(seen?.url.href.startsWith(`${place}/of/environment`) === true, "the address")
      yield* Contract.expect(
        fixture.identity.key === undefined || JSON.stringify([seen?.headers, seen?.url, seen?.body]).includes(secret),
        "the key",
      )
    }),
    (run) => run,
  ),
  ...(needsSetting(fixture.identity)
    ? [
        Contract.make(
          "asks nobody while it isn't set up",
          Effect.gen(function* () {
            const { ask, double } = yield* made(fixture, {})
            yield* Effect.result(ask({ query: "whales" })).pipe(
              Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})),
            )
            yield* Contract.expectEqual(double.seen.length, 0, "no request")
          }),
          (run) => run,
        ),
      ]
    : []),
  ...[
    ...fixture.refusals.map(({ answer, name }) => ({ name, answer })),
    { name: "no connection", answer: "broken" as const },
  ].map(({ answer, name }) =>
    Contract.make(
      `tells neither key nor address when it meets ${name}`,
      Effect.gen(function* () {
        const double = ProviderDouble.make(answer)
        const result = yield* Effect.flatMap(half(fixture), (ask) => Effect.result(ask({ query: "whales" }))).pipe(
          Effect.provide(double.layer),
        )
        const told = Result.isFailure(result)
          ? `${JSON.stringify(result.failure)} ${result.failure.message} ${String(result.failure)}`
          : JSON.stringify(result.success)
        yield* Contract.expect(!told.includes(secret) && !told.includes("api.provider.test"), "nothing of ours")
      }),
      (run) => run,
    ),
  ),
]

// --- private --------------------------------------------------------------------------

const secret = "k3y-Of-A-Test-0123456789"

const needsSetting = ({ key, url }: Identity): boolean =>
  url === undefined || (key !== undefined && key.isOptional !== true)

const half = ({ search }: SearchFixture): SearchHalf => search({ url: place, key: secret })

/** The half and its double, made with these options. */
const made = (fixture: SearchFixture, options: Options) => {
  const double = ProviderDouble.make(fixture.found)
  return Effect.map(Effect.provide(fixture.search(options), double.layer), (ask) => ({ ask, double }))
}

const over = (
  fixture: SearchFixture,
  answer: ProviderDouble.Outcome,
  options: Options = { url: place, key: secret },
): Layer.Layer<WebBackend> =>
  backend({ search: fixture.search(options), extract: unavailable }).pipe(
    Layer.provide(ProviderDouble.make(answer).layer),
  )
