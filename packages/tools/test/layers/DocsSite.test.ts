import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { Conversation, type Page, type SearchResult, Settings, type WebBackend, type WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Option, Predicate, Stream } from "effect"
import { McpTest, Tool, Toolkit } from "effect/ai"
import {
  createWebTools,
  DocsDefinitions,
  DocsSite,
  McpTools,
  type PromiseDocsTools,
  WebToolkit,
  WebTools,
} from "../../src/index.ts"
import { type Seen, textOf } from "../support/frontEnds.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

const boats = { name: "boats", baseUrl: "https://docs.test/guide/" } as const
const ships = { name: "ships", baseUrl: "https://ships.test/" } as const

const urls = ["https://docs.test/guide/a", "https://ships.test/a", "https://docs.test/other"]

/** Finds the same three pages for every query, and reads every requested page. */
const backend: Layer.Layer<WebBackend.WebBackend> = Doubles.backend({
  search: () => Effect.succeed({ provider: "literal", rows: urls.map((url) => ({ title: "T", url, snippet: "S" })) }),
  extract: ({ url }) =>
    Effect.succeed({
      title: "P",
      url: url.endsWith("/moved.html") ? "https://docs.test/other" : url,
      content: "words ".repeat(50),
      links: [],
      status_code: 200,
    }),
})

const titled = (urls: ReadonlyArray<string>) => urls.map((url) => ({ title: "T", url, snippet: "S" }))

type Ask = (sites: ReadonlyArray<DocsSite.Options>, name: string, args: Record<string, unknown>) => Effect.Effect<Seen>

const isDocsName = (name: string): name is `docs_search${string}` => name.startsWith("docs_")

const viaToolkit: Ask = (sites, name, args) =>
  Effect.gen(function* () {
    const tools = yield* DocsSite.toolkit(...sites)
    if (!isDocsName(name)) return assert.fail(name)
    const results = yield* Effect.flatMap(tools.handle(name, args), Stream.runLast)
    const last = Option.getOrThrow(results)
    return { isFailure: last.isFailure, value: last.encodedResult }
  }).pipe(Effect.provide(Layer.provide(DocsSite.layer(...sites), backend)), Effect.orDie)

const connect = (sites: ReadonlyArray<DocsSite.Options>, layer: Layer.Layer<WebBackend.WebBackend> = backend) =>
  McpTest.makeClient(
    McpTools.registrationsWith(sites).pipe(
      Layer.provide(Layer.merge(WebTools.layer, DocsSite.layer(...sites))),
      Layer.provide(layer),
      Layer.orDie,
    ),
    { protocols: McpTools.protocols },
  )

/** Gives clients objects, too. */
const structured = Layer.orDie(ToolSettings.layer({ mcp_structured: true }))

const viaMcp: Ask = (sites, name, args) =>
  Effect.gen(function* () {
    const client = yield* connect(sites)
    const result = yield* client.callTool({ name, arguments: args })
    assert.isAbove(textOf(result).length, 0)
    return { isFailure: result.isError === true, value: result.structuredContent }
  }).pipe(Effect.provide(structured), Effect.scoped, Effect.orDie)

const viaFacade: Ask = (docsSites, name, args) =>
  Effect.acquireUseRelease(
    Effect.sync(() => createWebTools({ layers: backend, docsSites })),
    (tools) => Effect.promise(() => tools.call(name, args)),
    (tools) => Effect.promise(() => tools.dispose()),
  ).pipe(Effect.map((value) => ({ isFailure: Predicate.hasProperty(value, "error"), value })))

const found = (url: string) => ({
  isFailure: false,
  value: {
    hits: titled([url]),
    count: 1,
    provider: "literal",
    message: "Hits outside the site are left out (2 here).",
  },
})

const refused = {
  isFailure: true,
  value: {
    error: "blocked_url",
    reason: "outside_site",
    message: "The URL is outside the site. Use a page of the site.",
  },
}

const get = (value: unknown, key: string): unknown => (Predicate.isObject(value) ? value[key] : undefined)

for (const [label, ask] of [
  ["the toolkit", viaToolkit],
  ["MCP", viaMcp],
  ["the facade", viaFacade],
] as const) {
  describe(`through ${label}`, () => {
    it.effect("one site is searched and read by the plain names", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ask([boats], "docs_search", { query: "x" }), found("https://docs.test/guide/a"))
        const page = yield* ask([boats], "docs_fetch", { slug_or_url: "/a/b/", extract: "text" })
        assert.isFalse(page.isFailure)
        assert.deepStrictEqual(
          [get(page.value, "url"), get(page.value, "content")],
          ["https://docs.test/guide/a/b.html", "words ".repeat(50)],
        )
      }),
    )

    it.effect("several sites stay separate", () =>
      Effect.gen(function* () {
        const sites = [boats, ships]
        const query = { query: "x" }
        assert.deepStrictEqual(yield* ask(sites, "docs_search_boats", query), found("https://docs.test/guide/a"))
        assert.deepStrictEqual(yield* ask(sites, "docs_search_ships", query), found("https://ships.test/a"))
        const slug_or_url = "https://ships.test/a"
        assert.deepStrictEqual(yield* ask(sites, "docs_fetch_boats", { slug_or_url }), refused)
        assert.isFalse((yield* ask(sites, "docs_fetch_ships", { slug_or_url })).isFailure)
      }),
    )

    it.effect("a target outside of the site is refused as data", () =>
      Effect.gen(function* () {
        for (const slug_or_url of ["../other", "..%2fother", "https://docs.test/other", "//ships.test/a", "moved"]) {
          assert.deepStrictEqual(yield* ask([boats], "docs_fetch", { slug_or_url }), refused, slug_or_url)
        }
      }),
    )

    it.effect("an unreadable argument is invalid_request", () =>
      Effect.gen(function* () {
        for (const [name, args, reason] of [
          ["docs_search", {}, "query"],
          ["docs_search", { query: "x", max_results: "five" }, "max_results"],
          ["docs_fetch", {}, "slug_or_url"],
          ["docs_fetch", { slug_or_url: " " }, "slug_or_url"],
          ["docs_fetch", { slug_or_url: "a", extract: "pdf" }, "extract"],
        ] as const) {
          const { isFailure, value } = yield* ask([boats], name, args)
          assert.isTrue(isFailure)
          assert.deepStrictEqual([get(value, "error"), get(value, "reason")], ["invalid_request", reason])
        }
      }),
    )

    it.effect("an author's rule that throws is a failure, not an internal error", () =>
      Effect.gen(function* () {
        const slugToUrl = (slug: string): string => {
          if (slug === "secret") throw new Error("hunter2")
          return `https://docs.test/guide/page?slug=${encodeURIComponent(slug)}`
        }
        const page = yield* ask([{ ...boats, slugToUrl }], "docs_fetch", { slug_or_url: "a/b" })
        assert.strictEqual(get(page.value, "url"), "https://docs.test/guide/page?slug=a%2Fb")
        assert.deepStrictEqual(yield* ask([{ ...boats, slugToUrl }], "docs_fetch", { slug_or_url: "secret" }), {
          isFailure: true,
          value: {
            error: "invalid_request",
            reason: "slug_or_url",
            message: "slug_or_url: the site has no page with this slug.",
          },
        })
      }),
    )
  })
}

describe("the definitions", () => {
  it("name the site and the form of its pages' names", () => {
    const [search, fetch] = DocsDefinitions.definitions([boats])
    assert.deepStrictEqual([search?.name, fetch?.name], ["docs_search", "docs_fetch"])
    for (const definition of [search, fetch])
      assert.include(definition?.description, "boats (https://docs.test/guide/)")
    assert.include(search?.description, "docs_fetch")
    assert.include(fetch?.description, "The slug guide/start is https://docs.test/guide/guide/start.html.")
    assert.deepStrictEqual(Object.keys(search?.inputSchema.properties ?? {}), ["query", "max_results"])
    assert.deepStrictEqual(Object.keys(fetch?.inputSchema.properties ?? {}), [
      "slug_or_url",
      "query",
      "start_index",
      "section",
      "max_length",
      "extract",
    ])
    assert.deepStrictEqual([search?.inputSchema.required, fetch?.inputSchema.required], [["query"], ["slug_or_url"]])
    const { description, ...range } = search?.inputSchema.properties["max_results"] ?? {}
    assert.deepStrictEqual(range, { type: "integer", minimum: 1, maximum: 50 })
    assert.include(description, "default 5")
  })

  it("promise no form of URL if the author's rule makes it", () => {
    const slugToUrl = (slug: string) => `https://docs.test/guide/${slug}`
    assert.notInclude(JSON.stringify(DocsDefinitions.definitions([{ ...boats, slugToUrl }])), ".html")
  })

  it("are those of the toolkit and the facade, with the hints of every tool", () => {
    for (const sites of [[boats], [boats, ships]]) {
      const tools = DocsSite.tools(sites)
      assert.deepStrictEqual<unknown>(
        tools.map((tool) => ({
          name: tool.name,
          description: Tool.getDescription(tool),
          inputSchema: Tool.getJsonSchema(tool),
        })),
        DocsDefinitions.definitions(sites),
      )
      for (const tool of tools) assert.strictEqual(Tool.getStrictMode(tool), false)
      const { definitions } = createWebTools({ docsSites: sites })
      assert.deepStrictEqual(definitions.slice(3), DocsDefinitions.definitions(sites))
    }
  })

  it.effect("are listed over MCP, titled, read-only, and for objects with a schema that admits a failure", () =>
    Effect.gen(function* () {
      const client = yield* connect([boats])
      const { tools } = yield* client.listTools()
      assert.deepStrictEqual(
        tools.slice(3).map(({ name, annotations }) => [name, annotations?.title, annotations?.readOnlyHint]),
        [
          ["docs_search", "Search the documentation of boats", true],
          ["docs_fetch", "Read the documentation of boats", true],
        ],
      )
      for (const { outputSchema } of tools) assert.include(JSON.stringify(outputSchema), '"required":["error"]')
    }).pipe(Effect.provide(structured)),
  )
})

describe("an MCP client", () => {
  it.effect("is one conversation across all of its tools", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const noting = Doubles.backend({
        search: () => Effect.map(Conversation.Conversation, ({ id }) => (seen.push(id), [])),
      })
      const client = yield* connect([boats], noting)
      yield* client.callTool({ name: "web_search", arguments: { query: "x" } })
      yield* client.callTool({ name: "docs_search", arguments: { query: "x" } })
      assert.strictEqual(seen.length, 2)
      assert.strictEqual(seen[0], seen[1])
      assert.include(seen[0], "/")
    }),
  )
})

describe("a site that can't be used", () => {
  const bad = [
    [[{ ...boats, name: "Boats" }], "docsSites[0].name"],
    [[boats, boats], "docsSites[1].name"],
    [[boats, { ...ships, baseUrl: "http://10.0.0.1/" }], "docsSites[1].baseUrl"],
    [[{ ...boats, baseUrl: "https://docs.test:8443/" }], "docsSites[0].baseUrl"],
  ] as const

  it.effect.each(bad)("fails the layer: %j", ([sites, setting]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Layer.build(Layer.provide(DocsSite.layer(...sites), backend)))
      assert.strictEqual(error._tag, "SettingsError")
      assert.strictEqual(error.setting, setting)
    }).pipe(Effect.scoped),
  )

  it.each(bad)("throws from the facade immediately: %j", (docsSites, setting) => {
    assert.throws(() => createWebTools({ docsSites }), `${setting} can't be used`)
  })

  it("is judged by the settings in force", async () => {
    const docsSites = [{ ...boats, baseUrl: "https://docs.test:8443/" }]
    await using tools = createWebTools({ layers: backend, docsSites, ports: [8443] })
    assert.include(await tools.call("docs_fetch", { slug_or_url: "a" }), { url: "https://docs.test:8443/a.html" })
    assert.throws(() => createWebTools({ docsSites: [boats], denyDomains: "docs.test" }), "domain_not_allowed")
  })

  it.each([[{}], ["https://docs.test/"], [[null]], [["https://docs.test/"]]])(
    "may have the wrong type: %j",
    (docsSites) => {
      const sloppy: object = { docsSites }
      assert.throws(() => createWebTools(sloppy), "docsSites can't be used: expected a list of documentation sites")
    },
  )
})

describe("the facade", () => {
  it("has functions for one site, and lists the existing tools", async () => {
    await using tools = createWebTools({ layers: backend, docsSites: [boats] })
    const hits = await tools.docsSearch({ query: "x", max_results: 1 })
    assert.deepStrictEqual<unknown>(await tools.call("docs_search", { query: "x", max_results: 1 }), hits)
    const page = await tools.docsFetch({ slug_or_url: "a" })
    assert.strictEqual("url" in page ? page.url : "", "https://docs.test/guide/a.html")
    const none = await tools.call("docs_fetch_boats", { slug_or_url: "a" })
    assert.include(
      JSON.stringify(none),
      "the tools are web_search, web_fetch, web_search_and_fetch, docs_search, docs_fetch.",
    )
  })

  it("has none for several sites, or without a site", async () => {
    await using several = createWebTools({ docsSites: [boats, ships] })
    await using none = createWebTools()
    for (const tools of [several, none]) {
      assert.notProperty(tools, "docsSearch")
      assert.notProperty(tools, "docsFetch")
    }
  })
})

describe("types", () => {
  /** Type-checked, never run. */
  const refused = () => {
    // @ts-expect-error there is no site
    void createWebTools().docsSearch({ query: "x" })
    // @ts-expect-error those of several sites are called by name
    void createWebTools({ docsSites: [boats, ships] }).docsFetch({ slug_or_url: "a" })
    // @ts-expect-error a site has a name
    DocsSite.layer({ baseUrl: "https://docs.test/" })
  }

  it("list the tools", () => {
    assert.isFunction(refused)
    expectTypeOf<PromiseDocsTools["docsFetch"]>().returns.resolves.toEqualTypeOf<Page.Page | WebError.Wire>()
    expectTypeOf<PromiseDocsTools["docsSearch"]>().returns.resolves.toEqualTypeOf<
      SearchResult.SearchResult | WebError.Wire
    >()
    const one = DocsSite.toolkit({ name: "boats", baseUrl: "https://docs.test/" })
    expectTypeOf<keyof typeof one.tools>().toEqualTypeOf<"docs_search" | "docs_fetch">()
    const two = DocsSite.toolkit(boats, ships)
    expectTypeOf<keyof typeof two.tools>().toEqualTypeOf<
      "docs_search_boats" | "docs_fetch_boats" | "docs_search_ships" | "docs_fetch_ships"
    >()
    assert.deepStrictEqual(Object.keys(one.tools), ["docs_search", "docs_fetch"])
    assert.sameMembers(Object.keys(two.tools), [
      "docs_search_boats",
      "docs_fetch_boats",
      "docs_search_ships",
      "docs_fetch_ships",
    ])
  })

  it.effect("let the tools be merged with the others into one toolkit", () =>
    Effect.gen(function* () {
      const merged = yield* Toolkit.merge(WebToolkit.toolkit, DocsSite.toolkit(boats))
      const result = yield* Effect.flatMap(merged.handle("docs_search", { query: "x" }), Stream.runLast)
      assert.isFalse(Option.getOrThrow(result).isFailure)
    }).pipe(
      Effect.provide(
        Layer.merge(WebTools.layer, DocsSite.layer(boats)).pipe(
          Layer.provide(backend),
          Layer.provideMerge(Settings.layer()),
        ),
      ),
    ),
  )
})
