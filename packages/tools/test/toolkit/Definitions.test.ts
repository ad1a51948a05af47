import { assert, describe, it } from "@effect/vitest"
import { Predicate, Struct } from "effect"
import { Tool } from "effect/ai"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { createWebTools, Definitions, DocsDefinitions, WebToolkit } from "../../src/index.ts"
import { recording } from "../support/backends.ts"
import { timeless } from "../support/timeless.ts"

/** Every key of a JSON value, at any depth. */
const keysOf = (value: unknown): ReadonlyArray<string> =>
  Predicate.isObject(value) || Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => [key].concat(keysOf(inner)))
    : []

/** The parameters of every web search. */
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
          parameters: ["url", "urls", "query", "start_index", "section", "max_length", "extract", "links", "cache"],
          required: [],
        },
        {
          name: "web_search_and_fetch",
          parameters: ["query", "max_results", "focus", "category", "time_range", "domains", "max_length", "extract"],
          required: ["query"],
        },
      ],
    )
  })

  it("describe every tool and every parameter, each with its type", () => {
    for (const { name, description, inputSchema } of Definitions.definitions) {
      assert.isAbove(description.length, 80, name)
      for (const [parameter, schema] of Object.entries(inputSchema.properties)) {
        const { description, type } = schema
        assert.isTrue(typeof description === "string" && description.length > 12, `${name}.${parameter}`)
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
    assert.deepStrictEqual(range(webFetch, "start_index"), { type: "integer", minimum: 0 })
    assert.deepStrictEqual(range(webSearch, "freshness_days"), { type: "integer", minimum: 1, maximum: 3_650 })
    assert.deepStrictEqual(range(webSearch, "page"), { type: "integer", minimum: 1, maximum: 100 })
  })

  it("list a filter's words, days and lists, and no alias", () => {
    const search = Definitions.webSearch
    assert.deepStrictEqual(range(search, "safesearch"), { type: "string", enum: ["off", "moderate", "strict"] })
    for (const day of ["start_date", "end_date"]) {
      assert.deepStrictEqual(range(search, day), { type: "string", format: "date" })
    }
    for (const hosts of ["domains", "exclude_domains"]) {
      assert.deepStrictEqual(range(search, hosts), { type: "array", items: { type: "string" } })
    }
    assert.deepInclude(range(search, "country"), { type: "string" })
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

  it("cost a model at most 1,000 tokens (o200k)", () => {
    assert.isAtMost(encode(JSON.stringify(Definitions.definitions)).length, 1_000)
  })

  it("are those of the toolkit and the facade", () => {
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

describe("strict definitions", () => {
  const strict = [
    ...Definitions.definitions,
    ...DocsDefinitions.definitions([{ name: "boats", baseUrl: "https://docs.example.com/boats" }]),
  ].map((definition) => Object.assign({ definition }, Definitions.toStrict(definition)))

  it.each(strict)("of $name require every parameter and allow no other", ({ definition, inputSchema, strict }) => {
    assert.isTrue(strict)
    assert.deepStrictEqual(inputSchema.required, Object.keys(definition.inputSchema.properties))
    assert.isFalse(inputSchema.additionalProperties)
  })

  it.each(strict)("of $name accept null for optional fields, and only for those", ({ definition, inputSchema }) => {
    for (const [parameter, property] of Object.entries(inputSchema.properties)) {
      const lenient = definition.inputSchema.properties[parameter] ?? {}
      if (definition.inputSchema.required.includes(parameter)) {
        assert.deepStrictEqual(property, lenient)
        continue
      }
      assert.deepStrictEqual(property["type"], [lenient["type"], "null"], parameter)
      const words = lenient["enum"]
      assert.deepStrictEqual(property["enum"], Array.isArray(words) ? [...words, null] : undefined, parameter)
    }
  })

  it("use only keywords that OpenAI's strict mode has", () => {
    const known = ["type", "description", "enum", "minimum", "maximum", "pattern", "format", "items"]
    for (const { inputSchema, name } of strict) {
      for (const property of Object.values(inputSchema.properties)) {
        assert.includeMembers(known, Object.keys(property), name)
      }
    }
  })

  it.each(strict.slice(0, 3))("of $name treat each null argument as absent", async (tool) => {
    const answerTo = async (args: object) => {
      const { layer, queries } = recording()
      await using tools = createWebTools({ layers: layer })
      return { answer: timeless(await tools.call(tool.name, args)), queries }
    }
    const nothing = Object.fromEntries(tool.inputSchema.required.map((parameter) => [parameter, null]))
    const layer = tool.name === "web_fetch" ? { url: "https://example.com/" } : { query: "tides" }
    const absent = await answerTo(layer)
    assert.notProperty(absent.answer, "error")
    assert.deepStrictEqual(await answerTo({ ...nothing, ...layer }), absent)
  })

  it("refuse a null for a parameter that is required", async () => {
    await using tools = createWebTools({ layers: recording().layer })
    const answer = await tools.call("web_search", { query: null })
    assert.deepInclude(answer, { error: "invalid_request", reason: "query" })
  })
})
