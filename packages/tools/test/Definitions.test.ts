import { assert, describe, it } from "@effect/vitest"
import { Predicate, Struct } from "effect"
import { Tool } from "effect/ai"
import { createWebTools, Definitions, WebToolkit } from "../src/index.ts"

/** Every key of a JSON value, at any depth. */
const keysOf = (value: unknown): ReadonlyArray<string> =>
  Predicate.isObject(value) || Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => [key].concat(keysOf(inner)))
    : []

/** The parameters that every search of the web has. */
const filters = [
  "category",
  "language",
  "time_range",
  "start_date",
  "end_date",
  "freshness_days",
  "country",
  "safesearch",
  "domains",
  "exclude_domains",
  "page",
  "include_metadata",
]

/** A parameter without its description. */
const range = (definition: Definitions.Definition, parameter: string) =>
  Struct.omit(definition.inputSchema.properties[parameter] ?? {}, ["description"])

describe("definitions", () => {
  it("name the tools and their parameters", () => {
    assert.deepStrictEqual(
      Definitions.definitions.map(({ name, inputSchema }) => ({
        name,
        parameters: Object.keys(inputSchema.properties),
        required: inputSchema.required,
      })),
      [
        {
          name: "web_search",
          parameters: ["query", "max_results", ...filters],
          required: ["query"],
        },
        {
          name: "web_fetch",
          parameters: ["url", "extract", "query", "max_bytes", "max_length", "cache"],
          required: ["url"],
        },
        {
          name: "web_search_and_fetch",
          parameters: ["query", "max_results", ...filters, "max_length"],
          required: ["query"],
        },
      ],
    )
  })

  it("describe every tool and every parameter, and say of each what type it has", () => {
    for (const { name, description, inputSchema } of Definitions.definitions) {
      assert.isAbove(description.length, 80, name)
      for (const [parameter, schema] of Object.entries(inputSchema.properties)) {
        const { description, type } = schema
        assert.isTrue(typeof description === "string" && description.length > 20, `${name}.${parameter}`)
        assert.isTrue(typeof type === "string", `${name}.${parameter}`)
      }
    }
  })

  it("advertise numbers as whole numbers with their range", () => {
    const { webFetch, webSearch, webSearchAndFetch } = Definitions
    assert.deepStrictEqual(range(webSearch, "max_results"), { type: "integer", minimum: 1, maximum: 100 })
    assert.deepStrictEqual(range(webSearchAndFetch, "max_results"), { type: "integer", minimum: 1, maximum: 10 })
    const length = { type: "integer", minimum: 200, maximum: 1_000_000 }
    assert.deepStrictEqual(range(webFetch, "max_length"), length)
    assert.deepStrictEqual(range(webSearchAndFetch, "max_length"), length)
    assert.strictEqual(range(webFetch, "max_bytes")["minimum"], 1_024)
    for (const search of [webSearch, webSearchAndFetch]) {
      assert.deepStrictEqual(range(search, "freshness_days"), { type: "integer", minimum: 1, maximum: 3_650 })
      assert.deepStrictEqual(range(search, "page"), { type: "integer", minimum: 1, maximum: 100 })
    }
  })

  it("say which words, which days and how many hosts a filter takes, and no alias", () => {
    for (const search of [Definitions.webSearch, Definitions.webSearchAndFetch]) {
      assert.deepStrictEqual(range(search, "safesearch"), { type: "string", enum: ["off", "moderate", "strict"] })
      for (const day of ["start_date", "end_date"]) {
        assert.deepStrictEqual(range(search, day), { type: "string", format: "date" })
      }
      for (const hosts of ["domains", "exclude_domains"]) {
        assert.deepStrictEqual(range(search, hosts), { type: "array", items: { type: "string" }, maxItems: 100 })
      }
      assert.deepInclude(range(search, "country"), { type: "string" })
    }
    assert.notMatch(JSON.stringify(Definitions.definitions), /"(?:include_domains|site|format|use_cache)":\{/)
  })

  it("are flat JSON without references", () => {
    const copy: unknown = JSON.parse(JSON.stringify(Definitions.definitions))
    assert.deepStrictEqual<unknown>(copy, Definitions.definitions)
    const keys = new Set(keysOf(copy))
    for (const key of ["$ref", "$defs", "definitions", "prefixItems", "allOf", "anyOf"]) assert.isFalse(keys.has(key))
  })

  it("leave optional parameters optional, which a provider's strict mode would not", () => {
    for (const tool of Object.values(WebToolkit.toolkit.tools)) assert.strictEqual(Tool.getStrictMode(tool), false)
  })

  it("cost a model little", () => {
    assert.isBelow(JSON.stringify(Definitions.definitions).length, 6_000)
  })

  it("are what the toolkit and the facade advertise", () => {
    const tools = Object.values(WebToolkit.toolkit.tools)
    assert.deepStrictEqual<unknown>(
      tools.map((tool) => ({
        name: tool.name,
        description: Tool.getDescription(tool),
        inputSchema: Tool.getJsonSchema(tool),
      })),
      Definitions.definitions,
    )
    assert.strictEqual(createWebTools().definitions, Definitions.definitions)
  })
})
