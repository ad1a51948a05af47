/** Tests Jina's mapping: the requests, and the rows, pages and errors of its answers. */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, Settings, type WebBackend, WebUrl } from "@porthole/core"
import { ProviderDouble } from "@porthole/provider-kit/testing"
import type * as Provider from "@porthole/provider-kit"
import { ConfigProvider, Duration, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { jina } from "../src/jina.ts"
import { testMapping } from "./support/mapping.ts"
import { testExtract, testLive, testSearch } from "./support/suite.ts"

const result = (at: number) => ({
  title: `Whale ${at}`,
  url: `https://example.com/${at}`,
  description: "Large animals of the sea.",
  date: "Jan 5, 2026",
})

const envelope = (data: unknown) => ({ code: 200, status: 20_000, data, meta: { usage: { tokens: 10_000 } } })

const refusal = (status: number, name: string, rest: object = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: { data: null, code: status, name, status: status * 100, message: `${name} it is.`, ...rest },
})

const limits = [
  { name: "401", answer: refusal(401, "AuthenticationRequiredError"), expected: { reason: "jina_unauthorized" } },
  { name: "402", answer: refusal(402, "InsufficientBalanceError"), expected: { reason: "jina_quota_exceeded" } },
  { name: "403", answer: refusal(403, "Forbidden"), expected: { reason: "jina_unauthorized" } },
  {
    name: "429",
    answer: refusal(429, "RateLimitTriggeredError", {}, { "retry-after": "30" }),
    expected: { reason: "jina_rate_limited", retry_after: 30 },
  },
  {
    name: "429 with a hint of its own",
    answer: refusal(429, "RateLimitTriggeredError", { retryAfter: 40 }, { "retry-after": "30" }),
    expected: { reason: "jina_rate_limited", retry_after: 40 },
  },
] as const

describe("search", () => {
  testSearch(
    { ...jina, identity: jina.searchIdentity },
    {
      found: { body: envelope([0, 1, 2].map(result)) },
      empty: {
        status: 422,
        body: {
          data: null,
          code: 422,
          name: "AssertionFailureError",
          message: "No search results available for query x",
        },
      },
      badRow: { body: envelope([result(0), { title: "no url" }]) },
      refusals: [
        ...limits,
        { name: "400", answer: refusal(400, "ParamValidationError"), expected: { reason: "jina_unreachable" } },
        { name: "422", answer: refusal(422, "AssertionFailureError"), expected: { reason: "jina_unreachable" } },
        { name: "451", answer: refusal(451, "SecurityCompromiseError"), expected: { reason: "jina_unreachable" } },
        {
          name: "500 with the words of a search that found nothing",
          answer: { status: 500, body: { message: "No search results available for query x" } },
          expected: { reason: "jina_unreachable" },
        },
      ],
    },
  )
})

describe("extract", () => {
  const page = { title: "Whales", url: "https://example.com/whales", content: "They [sing](https://example.com/song)." }
  const unread = { error: "extraction_failed" } as const
  const warned = (warning: string) => ({ body: envelope({ ...page, warning }) })
  testExtract(jina, {
    modes: ["markdown", "text"],
    found: { body: envelope(page) },
    refusals: [
      ...limits,
      { name: "400", answer: refusal(400, "ParamValidationError"), expected: unread },
      { name: "409", answer: refusal(409, "BudgetExceededError"), expected: unread },
      { name: "422", answer: refusal(422, "AssertionFailureError"), expected: unread },
      { name: "451", answer: refusal(451, "SecurityCompromiseError"), expected: unread },
      { name: "a page without content", answer: { body: envelope({ ...page, content: "" }) }, expected: unread },
      {
        name: "a page that isn't there",
        answer: warned("Target URL returned error 404: Not Found"),
        expected: { error: "http_error", status_code: 404 },
      },
      { name: "a page for persons", answer: warned("This page maybe requiring CAPTCHA."), expected: unread },
    ],
  })
})

testLive(jina, ["JINA_API_KEY"])

const options = { url: "http://127.0.0.1:1/api/", key: "k" }

/** Headers that the kernel sets. */
const everywhere = new Set(["accept-encoding", "content-length", "user-agent"])

const seenBy = ({ seen }: ProviderDouble.Double) =>
  seen.map(({ body, headers, method, url }) => ({
    method,
    url: url.href,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !everywhere.has(name))),
    body: JSON.parse(body),
  }))

const variables = (of: Record<string, string>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(of))

const search = Effect.fnUntraced(function* (
  query: WebBackend.SearchRequest,
  data: unknown = [],
  backend: Provider.SearchBackend = jina.makeSearch(options),
) {
  const double = ProviderDouble.make({ body: { code: 200, data } })
  const answer = yield* Effect.flatMap(backend, (ask) => ask(query)).pipe(Effect.provide(double.layer))
  return { answer, seen: seenBy(double) }
})

const target = Result.getOrThrow(WebUrl.judge("https://example.com/whales?a=b&c#d", { ports: [443] }))
const page = { url: target.url, target, mode: "markdown" } as const

const extract = Effect.fnUntraced(function* (
  data: unknown,
  request: Partial<WebBackend.ExtractRequest> = {},
  pageReader: Provider.PageReader = jina.makeExtract(options),
) {
  const double = ProviderDouble.make({ body: { code: 200, data } })
  const row = yield* Effect.flatMap(pageReader, (ask) => ask({ ...page, ...request })).pipe(
    Effect.provide(double.layer),
  )
  return { row, seen: seenBy(double) }
})

it.effect("is configured for a search with a key only, wherever its reader is", () =>
  Effect.gen(function* () {
    const is = (of: Record<string, string>) => variables(of)(jina.isConfigured())
    const own = { PORTHOLE_JINA_URL: "http://reader.test" }
    assert.deepStrictEqual(
      [yield* is({}), yield* is(own), yield* is({ ...own, JINA_API_KEY: "k" }), yield* is({ JINA_API_KEY: "k" })],
      [false, false, true, true],
    )
    assert.isTrue(yield* jina.isConfigured({ key: "k" }))
  }),
)

it.effect("counts as configured if the environment can't be read, so that no other provider is called instead", () =>
  Effect.gen(function* () {
    const broken = ConfigProvider.make(() =>
      Effect.fail(new ConfigProvider.SourceError({ message: "No environment today." })),
    )
    assert.isTrue(yield* Effect.provideService(jina.isConfigured(), ConfigProvider.ConfigProvider, broken))
  }),
)

it("has another identity for searches", () => {
  assert.deepStrictEqual(jina.searchIdentity, {
    name: "jina",
    title: "Jina",
    url: "https://s.jina.ai",
    urlVariables: ["PORTHOLE_JINA_SEARCH_URL", "PORTHOLE_JINA_URL"],
    key: { variable: "JINA_API_KEY" },
  })
})

const asks = (parameters: Record<string, unknown>) => ({
  method: "POST",
  url: "https://jina.test/",
  query: {},
  headers: {
    accept: "application/json",
    authorization: "Bearer k",
    "content-type": "application/json",
    "x-respond-with": "no-content",
  },
  body: { q: "whales", ...parameters },
})

testMapping(jina, {
  identity: {
    name: "jina",
    title: "Jina",
    url: "https://r.jina.ai",
    key: { variable: "JINA_API_KEY", isOptional: true },
  },
  nothing: { code: 200, data: [] },
  requests: [
    [{}, asks({})],
    [
      {
        max_results: 7,
        include_metadata: true,
        category: "news",
        language: "de",
        country: "AT",
        safesearch: "strict",
        time_range: "week",
        domains: ["docs.example", "a.example"],
        exclude_domains: ["spam.example"],
        page: 2,
      },
      asks({ num: 7, type: "news", gl: "at", site: ["docs.example", "a.example"], page: 2 }),
      ["exclude_domains", "language", "safesearch", "time_range"],
    ],
    [{ max_results: 21, category: "general" }, asks({ num: 20, type: "web" })],
  ],
  rows: [
    {
      name: "hits, without an empty one",
      body: {
        code: 200,
        data: [{ title: "Whales", url: "https://example.com/1", description: "Big.", date: "Jan 5, 2026" }, {}],
      },
      rows: [
        { title: "Whales", url: "https://example.com/1", snippet: "Big.", metadata: { published_at: "Jan 5, 2026" } },
      ],
      unusable: 1,
    },
  ],
  empty: [{ code: 200, data: null }],
  foreign: [{ data: null }, { code: 400, data: null }, { code: 200, data: null, error: "x" }, { code: 200 }],
})

describe("a search", () => {
  describe("is at", () => {
    const place = (of: Record<string, string>, backend: Provider.SearchBackend = jina.search) =>
      search({ query: "whales" }, [], backend).pipe(
        Effect.map(({ seen }) => [seen[0]?.url, seen[0]?.headers["authorization"]]),
        variables({ JINA_API_KEY: "e", ...of }),
      )
    const PORTHOLE_JINA_URL = "http://127.0.0.1:2"
    const PORTHOLE_JINA_SEARCH_URL = "http://127.0.0.1:3"

    it.effect("the public address", () =>
      Effect.map(place({}), (found) => assert.deepStrictEqual(found, ["https://s.jina.ai/", "Bearer e"])),
    )

    it.effect("the reader's of the environment", () =>
      Effect.map(place({ PORTHOLE_JINA_URL }), ([url]) => assert.strictEqual(url, "http://127.0.0.1:2/")),
    )

    it.effect("its own of the environment", () =>
      Effect.map(place({ PORTHOLE_JINA_URL, PORTHOLE_JINA_SEARCH_URL }), ([url]) =>
        assert.strictEqual(url, "http://127.0.0.1:3/"),
      ),
    )

    it.effect("a program's own", () =>
      Effect.map(
        place({ PORTHOLE_JINA_URL, PORTHOLE_JINA_SEARCH_URL }, jina.makeSearch({ url: options.url })),
        (found) => assert.deepStrictEqual(found, ["http://127.0.0.1:1/api/", "Bearer e"]),
      ),
    )

    it.effect("no unusable address, and the error names the variable", () =>
      Effect.map(Effect.flip(place({ PORTHOLE_JINA_URL, PORTHOLE_JINA_SEARCH_URL: "ftp://127.0.0.1" })), (error) =>
        assert.deepStrictEqual(
          [error.reason, error.message.includes("PORTHOLE_JINA_SEARCH_URL")],
          ["jina_not_configured", true],
        ),
      ),
    )

    it.effect("no address if the variable can't be read", () =>
      Effect.map(
        Effect.flip(search({ query: "whales" }, [], jina.makeSearch({ key: "k" }))).pipe(
          Effect.provideService(
            ConfigProvider.ConfigProvider,
            ConfigProvider.make(() => Effect.fail(new ConfigProvider.SourceError({ message: "broken" }))),
          ),
        ),
        (error) =>
          assert.deepStrictEqual(
            [error.reason, error.message],
            ["jina_not_configured", "PORTHOLE_JINA_SEARCH_URL can't be read."],
          ),
      ),
    )
  })
})

describe("a page", () => {
  const content = "# Of whales\n\nThey [sing](https://example.com/song)."

  it.effect("is requested with the remaining time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000)
      const { row, seen } = yield* extract({
        title: "Whales",
        url: "https://example.com/end",
        content,
        text: "no",
      }).pipe(Effect.provideService(Deadline.Deadline, Deadline.at(1_004_001)))
      assert.deepStrictEqual(seen, [
        {
          method: "POST",
          url: "http://127.0.0.1:1/api/",
          headers: {
            accept: "application/json",
            authorization: "Bearer k",
            "content-type": "application/json",
            "x-respond-with": "content",
            "x-timeout": "5",
          },
          body: { url: page.url },
        },
      ])
      assert.deepStrictEqual(row, {
        title: "Whales",
        url: "https://example.com/end",
        content,
        links: ["https://example.com/song"],
        status_code: 200,
      })
    }),
  )

  it.effect("may take three minutes", () =>
    Effect.gen(function* () {
      const settings = yield* Settings.Settings
      const { seen } = yield* extract({ url: page.url, content }).pipe(
        Effect.provideService(Settings.Settings, { ...settings, fetch_timeout: Duration.minutes(4) }),
      )
      assert.strictEqual(seen[0]?.headers["x-timeout"], "180")
    }),
  )

  it.effect("is requested as text, which may have that type", () =>
    Effect.gen(function* () {
      const { row, seen } = yield* extract({ text: "They sing.", content: "no" }, { mode: "text" })
      assert.strictEqual(seen[0]?.headers["x-respond-with"], "text")
      assert.deepInclude(row, { content: "They sing.", title: "" })
      assert.deepInclude((yield* extract({ content: "They sing." }, { mode: "text" })).row, { content: "They sing." })
    }),
  )

  it.effect("has default title and URL if the answer has none", () =>
    Effect.gen(function* () {
      assert.deepInclude((yield* extract({ content })).row, { title: "Of whales", url: page.url })
    }),
  )

  it.effect.each([
    "This is a cached snapshot of the original page, consider retry with caching opt-out.",
    "This page contains iframe that are currently hidden, consider enabling iframe processing.",
    "This page contains shadow DOM that are currently hidden, consider enabling shadow DOM processing.",
    "This page maybe not yet fully loaded, consider explicitly specify a timeout.\nThis is a cached snapshot of the original page.",
  ])("is a page with any %s", (warning) =>
    Effect.gen(function* () {
      assert.deepInclude((yield* extract({ content, warning })).row, { content })
    }),
  )

  it.effect.each([
    [
      "This page maybe requiring CAPTCHA, please make sure you are authorized to access this page.",
      "extraction_failed",
    ],
    ["This is a cached snapshot.\nTarget URL returned error 404: Not Found", "http_error"],
  ] as const)("isn't one if %s", ([warning, error]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(extract({ content, warning }))).error, error)
    }),
  )

  it.effect("is refused by its site only if that is an error", () =>
    Effect.gen(function* () {
      const warning = "Target URL returned error 304: Not Modified"
      assert.strictEqual((yield* Effect.flip(extract({ content, warning }))).error, "extraction_failed")
    }),
  )

  it.effect("without data is an invalid answer", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(extract({ title: "Whales" }))).reason, "jina_unreachable")
    }),
  )

  it.effect("is read at the public address, without a key, too", () =>
    Effect.gen(function* () {
      const { seen } = yield* extract({ content }, {}, jina.extract)
      assert.deepStrictEqual(
        [seen[0]?.url, seen[0]?.headers],
        [
          "https://r.jina.ai/",
          {
            accept: "application/json",
            "content-type": "application/json",
            "x-respond-with": "content",
            "x-timeout": "20",
          },
        ],
      )
    }).pipe(variables({})),
  )
})
