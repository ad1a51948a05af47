/** The contract's cases about a provider's requests: their fields, their address, and their secrets. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { type SearchQuery, WebBackend, webFetch } from "@porthole/core"
import { Contract } from "@porthole/testing"
import type { MakeExtract } from "../provider/pageReader.ts"
import { type Identity, type Options, urlVariable } from "../provider/Identity.ts"
import type { SearchBackend } from "../provider/searchBackend.ts"
import { host, needsSetting, baseUrl, secret } from "./EndpointFaults.ts"
import * as ProviderDouble from "./ProviderDouble.ts"
import type { SearchSubject } from "./ProviderFixture.ts"

/** Each field of the query is either sent or reported as ignored. */
export const fieldCases = (fixture: SearchSubject): ReadonlyArray<Contract.Case> =>
  Object.entries(fields).map(([field, value]) =>
    Contract.make(
      `sends ${field}, or reports it as ignored`,
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

/**
 * A request has Porthole's User-Agent, the configured address and the key. No error contains the address or the key.
 */
export const requestCases = (fixture: SearchSubject): ReadonlyArray<Contract.Case> => [
  requestCase(fixture),
  environmentCase(fixture),
  ...defaultUrlCases(fixture),
  ...keyCases(fixture),
  ...missingSettingCases(fixture),
  ...leakCases(fixture),
]

/** A request for a page goes to the provider's own API by default. */
export const pageRequestCases = (
  { key, title, url }: Identity,
  extract: MakeExtract,
  found: ProviderDouble.Recorded,
): ReadonlyArray<Contract.Case> =>
  url === undefined
    ? []
    : [
        Contract.make(
          `requests a page from the public address of ${title} by default, with the key of its variable`,
          Effect.gen(function* () {
            const double = ProviderDouble.make(found)
            const layer = WebBackend.layer({ search: WebBackend.unavailable, extract: extract() }).pipe(
              Layer.provide(double.layer),
            )
            yield* webFetch({ url: "https://example.com/whales" }).pipe(
              Effect.provide(layer),
              withVariables(key === undefined ? {} : { [key.variable]: secret }),
            )
            const [seen] = double.seen
            yield* Contract.expect(isUnder(seen?.url, new URL(url)), "its own API")
            yield* Contract.expect(key === undefined || JSON.stringify(seen?.headers).includes(secret), "the key")
          }),
          (run) => run,
        ),
      ]

// --- private --------------------------------------------------------------------------

const requestCase = (fixture: SearchSubject): Contract.Case =>
  Contract.make(
    "sends one request per search, with Porthole's User-Agent and without trace headers",
    Effect.gen(function* () {
      const double = ProviderDouble.make(fixture.found)
      yield* Effect.flatMap(backendOf(fixture), (ask) => ask({ query: "whales" })).pipe(Effect.provide(double.layer))
      yield* Contract.expectEqual(double.seen.length, 1, "one request")
      for (const { headers, url } of double.seen) {
        yield* Contract.expect(url.href.startsWith(baseUrl), "the base URL of the options")
        yield* Contract.expect(headers["user-agent"]?.startsWith("Porthole/") === true, "our User-Agent")
        yield* Contract.expect(headers["traceparent"] === undefined && headers["b3"] === undefined, "no trace")
      }
    }),
    (run) => run,
  )

const environmentCase = (fixture: SearchSubject): Contract.Case =>
  Contract.make(
    "reads the address and the key from the environment at each call",
    Effect.gen(function* () {
      const variables = {
        [urlVariable(fixture.identity)]: `${baseUrl}/of/environment/`,
        ...(fixture.identity.key === undefined ? {} : { [fixture.identity.key.variable]: secret }),
      }
      const { ask, double } = yield* makeBackend(fixture, {})
      yield* ask({ query: "whales" }).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables)),
      )
      const [seen] = double.seen
      yield* Contract.expect(seen?.url.href.startsWith(`${baseUrl}/of/environment`) === true, "the address")
      yield* Contract.expect(
        fixture.identity.key === undefined || JSON.stringify([seen?.headers, seen?.url, seen?.body]).includes(secret),
        "the key",
      )
    }),
    (run) => run,
  )

const missingSettingCases = (fixture: SearchSubject): ReadonlyArray<Contract.Case> => {
  if (!needsSetting(fixture.identity)) return []
  return [
    Contract.make(
      "sends no request without its required setting",
      Effect.gen(function* () {
        const { ask, double } = yield* makeBackend(fixture, {})
        yield* Effect.result(ask({ query: "whales" })).pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})),
        )
        yield* Contract.expectEqual(double.seen.length, 0, "no request")
      }),
      (run) => run,
    ),
  ]
}

/** No error, and no answer, shows the key or the address. */
const leakCases = (fixture: SearchSubject): ReadonlyArray<Contract.Case> =>
  [
    ...fixture.refusals.map(({ answer, name }) => ({ name, answer })),
    { name: "no connection", answer: "broken" as const },
  ].map(({ answer, name }) =>
    Contract.make(
      `shows neither key nor address after ${name}`,
      Effect.gen(function* () {
        const double = ProviderDouble.make(answer)
        const result = yield* Effect.flatMap(backendOf(fixture), (ask) => Effect.result(ask({ query: "whales" }))).pipe(
          Effect.provide(double.layer),
        )
        const message = Result.isFailure(result)
          ? `${JSON.stringify(result.failure)} ${result.failure.message} ${String(result.failure)}`
          : JSON.stringify(result.success)
        yield* Contract.expect(!message.includes(secret) && !message.includes(host), "nothing of ours")
      }),
      (run) => run,
    ),
  )

/** A search goes to the provider's own API by default. */
const defaultUrlCases = (fixture: SearchSubject): ReadonlyArray<Contract.Case> => {
  const { key, title, url } = fixture.identity
  if (url === undefined) return []
  return [
    Contract.make(
      `sends a search to the public address of ${title} by default, with the key of its variable`,
      Effect.gen(function* () {
        const { ask, double } = yield* makeBackend(fixture, {})
        yield* ask({ query: "whales" }).pipe(withVariables(key === undefined ? {} : { [key.variable]: secret }))
        const [seen] = double.seen
        yield* Contract.expect(isUnder(seen?.url, new URL(url)), "its own API")
        yield* Contract.expect(
          key === undefined || JSON.stringify([seen?.headers, seen?.url, seen?.body]).includes(secret),
          "the key",
        )
      }),
      (run) => run,
    ),
  ]
}

/** If the provider refuses the key, the error names the variable to check. */
const keyCases = (fixture: SearchSubject): ReadonlyArray<Contract.Case> => {
  const { key, title } = fixture.identity
  if (key === undefined) return []
  return [
    Contract.make(
      "names the variable of a refused key",
      Effect.gen(function* () {
        const double = ProviderDouble.make({ status: 401, body: {} })
        yield* Contract.expectFailure(
          Effect.flatMap(backendOf(fixture), (ask) => ask({ query: "whales" })).pipe(Effect.provide(double.layer)),
          { message: `${title} refused the key. Check ${key.variable}.` },
          "a refused key",
        )
      }),
      (run) => run,
    ),
  ]
}

/** Whether a URL has the base's origin, or a subdomain of its host. */
const isUnder = (url: URL | undefined, base: URL): boolean =>
  url !== undefined && url.protocol === base.protocol && (url.host === base.host || url.host.endsWith(`.${base.host}`))

const withVariables = (variables: Readonly<Record<string, string>>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables))

const fields: Omit<SearchQuery.SearchQuery, "query" | "max_results" | "include_metadata"> = {
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

/** The request for a query, and the fields that the provider reports as ignored. */
const requested = Effect.fnUntraced(function* (fixture: SearchSubject, query: WebBackend.SearchRequest) {
  const double = ProviderDouble.make(fixture.found)
  const answer = yield* Effect.flatMap(backendOf(fixture), (ask) => ask(query)).pipe(Effect.provide(double.layer))
  return {
    request: JSON.stringify(double.seen.map(({ body, headers, method, url }) => [method, url.href, headers, body])),
    ignored: "ignored" in answer ? (answer.ignored ?? []) : [],
  }
})

const backendOf = ({ search }: SearchSubject): SearchBackend => search({ url: baseUrl, key: secret })

/** The backend and its double, made with these options. */
const makeBackend = (fixture: SearchSubject, options: Options) => {
  const double = ProviderDouble.make(fixture.found)
  return Effect.map(Effect.provide(fixture.search(options), double.layer), (ask) => ({ ask, double }))
}
