/** Arguments for the use-cases: valid ones, wrong ones by parameter, hostile objects, and arbitrary ones. */
import * as fc from "fast-check"
import { WebError } from "@porthole/core"

/** The use-cases of the kernel, by their names. */
export const names = [
  "webSearch",
  "webFetch",
  "webFetchPages",
  "searchAndFetch",
  "fetchImage",
  "docsSearch",
  "docsFetch",
  "checkQuote",
  "rankDocuments",
  "webMap",
] as const
export type Name = (typeof names)[number]

const url = "https://docs.example/guide/1.html"

/** The least arguments that each use-case accepts. */
export const valid: Readonly<Record<Name, Readonly<Record<string, unknown>>>> = {
  webSearch: { query: "tides" },
  webFetch: { url },
  webFetchPages: { urls: [url] },
  searchAndFetch: { query: "tides" },
  fetchImage: { url },
  docsSearch: { query: "tides" },
  docsFetch: { slug_or_url: "1" },
  checkQuote: { url, quote: "High water" },
  rankDocuments: { query: "tides", documents: ["High water."] },
  webMap: { url },
}

/** Wrong arguments, and the parameter that is at fault. */
export const wrong: ReadonlyArray<readonly [Name, Readonly<Record<string, unknown>>, string]> = [
  ...(["webSearch", "searchAndFetch", "docsSearch"] as const).flatMap(
    (name) =>
      [
        [name, {}, "query"],
        [name, { query: "" }, "query"],
        [name, { query: " \n" }, "query"],
        [name, { query: "x".repeat(5_000) }, "query"],
        [name, { query: 5 }, "query"],
        [name, { query: "x", max_results: 1.5 }, "max_results"],
        [name, { query: "x", max_results: "many" }, "max_results"],
      ] as const,
  ),
  ...(["webSearch", "searchAndFetch"] as const).flatMap(
    (name) =>
      [
        [name, { query: "x", category: "images" }, "category"],
        [name, { query: "x", time_range: "hour" }, "time_range"],
        [name, { query: "x", safesearch: "maybe" }, "safesearch"],
        [name, { query: "x", language: "english please" }, "language"],
        [name, { query: "x", country: "Austria" }, "country"],
        [name, { query: "x", start_date: "2026-02-30" }, "start_date"],
        [name, { query: "x", end_date: "soon" }, "end_date"],
        [name, { query: "x", page: 1.5 }, "page"],
        [name, { query: "x", page: 0 }, "page"],
        [name, { query: "x", page: -1 }, "page"],
        [name, { query: "x", freshness_days: {} }, "freshness_days"],
        [name, { query: "x", include_metadata: "perhaps" }, "include_metadata"],
        [name, { query: "x", domains: [5] }, "domains"],
        [name, { query: "x", domains: Array.from({ length: 101 }, (_, at) => `h${at}.com`) }, "domains"],
        [name, { query: "x", exclude_domains: ["a/b"] }, "exclude_domains"],
      ] as const,
  ),
  ...(["webFetch", "webFetchPages", "docsFetch"] as const).flatMap(
    (name) =>
      [
        [name, { ...valid[name], extract: "pdf" }, "extract"],
        [name, { ...valid[name], max_length: "long" }, "max_length"],
        [name, { ...valid[name], max_bytes: 0.5 }, "max_bytes"],
        [name, { ...valid[name], start_index: 1.5 }, "start_index"],
        [name, { ...valid[name], query: "x".repeat(5_000) }, "query"],
        [name, { ...valid[name], section: "x".repeat(5_000) }, "section"],
        [name, { ...valid[name], links: "maybe" }, "links"],
        [name, { ...valid[name], cache: "maybe" }, "cache"],
        [name, { ...valid[name], max_age: "old" }, "max_age"],
        [name, { ...valid[name], render: "maybe" }, "render"],
        [name, { ...valid[name], extract: "html", query: "x" }, "query"],
      ] as const,
  ),
  ["webFetch", {}, "url"],
  ["webFetch", { url: 5 }, "url"],
  ["webFetchPages", { urls: [5] }, "urls"],
  ["webFetchPages", { urls: Array.from({ length: 21 }, (_, at) => `${url}?${at}`) }, "urls"],
  ["searchAndFetch", { query: "x", focus: "x".repeat(5_000) }, "focus"],
  ["searchAndFetch", { query: "x", extract: "pdf" }, "extract"],
  ["searchAndFetch", { query: "x", extract: "html", focus: "y" }, "focus"],
  ["searchAndFetch", { query: "x", max_bytes: 0.5 }, "max_bytes"],
  ["searchAndFetch", { query: "x", max_length: "long" }, "max_length"],
  ["fetchImage", {}, "url"],
  ["fetchImage", { url: 5 }, "url"],
  ["docsFetch", {}, "slug_or_url"],
  ["docsFetch", { slug_or_url: " " }, "slug_or_url"],
  ["docsFetch", { slug_or_url: 5 }, "slug_or_url"],
  ["docsFetch", { slug_or_url: "%".repeat(70_000) }, "slug_or_url"],
  ["checkQuote", { url }, "quote"],
  ["checkQuote", { url, quote: " " }, "quote"],
  ["checkQuote", { url, quote: "x".repeat(5_000) }, "quote"],
  ["checkQuote", { url: 5, quote: "x" }, "url"],
  ["webMap", {}, "url"],
  ["webMap", { url: 5 }, "url"],
  ["webMap", { url, query: "x".repeat(5_000) }, "query"],
  ["webMap", { url, max_results: 1.5 }, "max_results"],
  ["webMap", { url, max_pages: "all" }, "max_pages"],
  ["webMap", { url, max_depth: "deep" }, "max_depth"],
  ["webMap", { url, max_bytes: 0.5 }, "max_bytes"],
  ["webMap", { url, max_time: "long" }, "max_time"],
  ["rankDocuments", { documents: ["x"] }, "query"],
  ["rankDocuments", { query: "x".repeat(5_000), documents: ["x"] }, "query"],
  ["rankDocuments", { query: "x", documents: [] }, "documents"],
  ["rankDocuments", { query: "x", documents: ["x", 5] }, "documents"],
  ["rankDocuments", { query: "x", documents: Array.from({ length: 1_001 }, () => "x") }, "documents"],
]

/** Objects that throw when they are read, or lie about their length. */
export const hostile = (name: Name): ReadonlyArray<readonly [string, unknown]> => {
  const [required = ""] = Object.keys(valid[name])
  const withValue = (value: unknown) => ({ ...valid[name], [required]: value })
  return [
    ["a getter that throws", Object.defineProperty({}, required, { get: thrower, enumerable: true })],
    ["a proxy whose traps throw", new Proxy({}, traps)],
    ["a revoked proxy", revoked({})],
    ["a revoked value", withValue(revoked({}))],
    ["a revoked list", withValue(revoked([]))],
    ["a list whose entry throws", withValue(Object.defineProperty([], "0", { get: thrower }))],
    ["a list that lies about its length", withValue(new Proxy([], { get: () => 1e308 }))],
    ["a list without an end", withValue(new Proxy([url], { get: (_, key) => (key === "length" ? 2 ** 53 : url) }))],
    ["a value that throws as a text", withValue({ toString: thrower, toJSON: thrower, [Symbol.toPrimitive]: thrower })],
    ["a text of ten million characters", withValue("x".repeat(10_000_000))],
    ["a symbol", withValue(Symbol(required))],
  ]
}

/** Arguments of any kind; many have names and values that are almost right. */
export const of = (name: Name): fc.Arbitrary<unknown> => {
  const someArguments = fc.dictionary(fc.constantFrom(...parameters), fc.oneof(almost, fc.anything(anything)))
  return fc.oneof(
    { weight: 1, arbitrary: fc.anything(anything) },
    { weight: 1, arbitrary: someArguments },
    { weight: 4, arbitrary: someArguments.map((some) => Object.assign({}, valid[name], some)) },
    { weight: 2, arbitrary: someArguments.map((some) => Object.assign(some, valid[name])) },
  )
}

// --- private --------------------------------------------------------------------------

const thrower = (): never => {
  throw new Error("This argument throws.")
}

const traps: ProxyHandler<object> = {
  get: thrower,
  getOwnPropertyDescriptor: thrower,
  getPrototypeOf: thrower,
  has: thrower,
  ownKeys: thrower,
}

const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

const parameters = [...WebError.parameterNames, "max_age", "quote", "documents", "__proto__", "other"]

const anything: fc.ObjectConstraints = { withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }

/** Values that are right for some parameter, and their neighbours. */
const almost = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    " ",
    "5",
    0,
    -0,
    -1,
    1,
    2,
    50,
    100,
    101,
    199,
    9_999,
    1e300,
    0.5,
    -Infinity,
    Number.NaN,
    "news",
    "general",
    "images",
    "day",
    "hour",
    "strict",
    "text",
    "html",
    "markdown",
    "pdf",
    true,
    false,
    "en",
    "de-AT",
    "at",
    "2026-01-31",
    "2026-02-30",
    "a.com",
    ["a.com"],
    ["10.0.0.1"],
    [],
    ["", 5],
    url,
    "http://10.0.0.1/",
    "docs.example",
    "//x",
    [url],
    [url, url, "x"],
    Symbol("x"),
    10n,
    () => url,
  ),
  fc.integer(),
  fc.string(),
)
