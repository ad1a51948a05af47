/** Tests the tools that a server lists by the setting `tools`, and images as answers of `web_fetch`. */
import { assert, describe, it } from "@effect/vitest"
import { DocumentFormat, WebError } from "@porthole/core"
import { Doubles, SampleImages } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { createWebTools } from "../../src/index.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"
import { page, plenty } from "../support/backends.ts"
import { mcpClient, mcpResult, textOf } from "../support/frontEnds.ts"

const listedBy = (tools: ToolSettings.Input["tools"]) =>
  Effect.gen(function* () {
    const listed = yield* (yield* mcpClient(plenty)).listTools()
    return listed.tools.map(({ inputSchema, name }) => [name].concat(Object.keys(Object(inputSchema["properties"]))))
  }).pipe(Effect.provide(Layer.orDie(ToolSettings.layer({ tools }))))

const usualOfFetch = ["url", "urls", "query", "start_index", "section", "max_length", "extract", "links", "cache"]

describe("a person who sets PORTHOLE_TOOLS", () => {
  it.effect("to two tools sees these two over MCP, with their usual parameters", () =>
    Effect.gen(function* () {
      const listed = yield* listedBy(["web_fetch", "web_quote"])
      assert.deepStrictEqual(listed, [
        ["web_fetch", ...usualOfFetch],
        ["web_quote", "url", "quote"],
      ])
    }),
  )

  it.effect("to a tool and a parameter sees that parameter too", () =>
    Effect.gen(function* () {
      const listed = yield* listedBy(["web_fetch", "web_fetch.max_bytes"])
      assert.sameMembers(listed[0] ?? [], ["web_fetch", ...usualOfFetch, "max_bytes"])
    }),
  )

  it.effect("to parameters alone sees no others, but the URL", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listedBy(["web_fetch.query", "web_search.max_results"]), [
        ["web_search", "query", "max_results"],
        ["web_fetch", "url", "query"],
      ])
    }),
  )

  it.effect("gets no answer from a tool that isn't listed", () =>
    Effect.gen(function* () {
      const client = yield* mcpClient(plenty)
      const error = yield* Effect.flip(client.callTool({ name: "web_search", arguments: { query: "sea" } }))
      assert.include(JSON.stringify(error), "web_search")
    }).pipe(Effect.provide(Layer.orDie(ToolSettings.layer({ tools: ["web_fetch"] })))),
  )

  it("sees the same in the facade, also of documentation", async () => {
    const docsSites = [{ name: "boats", baseUrl: "https://docs.example.com/boats" }]
    await using tools = createWebTools({ layers: plenty, docsSites, tools: ["web_quote", "docs_search"] })
    assert.deepStrictEqual(
      tools.definitions.map(({ name }) => name),
      ["web_quote", "docs_search"],
    )
    assert.containSubset(await tools.call("web_fetch", { url: "https://example.com/" }), {
      error: "invalid_request",
      message: "There is no such tool; the tools are web_quote, docs_search.",
    })
    const quote = "seen through a round window"
    assert.containSubset(await tools.call("web_quote", { url: "https://example.com/", quote }), { verdict: "exact" })
  })
})

describe("web_quote", () => {
  const listed = Layer.orDie(ToolSettings.layer({ tools: ["web_quote"] }))
  const url = "https://example.com/"

  it.effect("tells a model that its quote is spelt otherwise, and shows the page's words in a fence", () =>
    Effect.gen(function* () {
      const result = yield* mcpResult(plenty, "web_quote", { url, quote: "SEEN through a round window" })
      assert.isUndefined(result.isError)
      const [ours = "", theirs = ""] = textOf(result).split("<untrusted-page-content")
      assert.include(ours, "Verdict: spelling, the page contains the quote in another spelling")
      assert.include(theirs, "Text:\nseen through a round window")
    }).pipe(Effect.provide(listed)),
  )

  it.effect("tells a model that its quote is invented", () =>
    Effect.gen(function* () {
      const result = yield* mcpResult(plenty, "web_quote", { url, quote: "the sea is made of cheese" })
      assert.include(textOf(result), "Verdict: absent, the page doesn't contain the quote")
      assert.notInclude(textOf(result), "Nearest words")
    }).pipe(Effect.provide(listed)),
  )
})

describe("web_fetch of an image's URL", () => {
  const png = SampleImages.files["image/png"]
  const url = "https://example.com/a.png"
  const refusal = { error: "unsupported_content_type", message: "This is no document. Look for a web page." } as const
  const backend = Doubles.backend({
    extract: (request) => (request.url === url ? WebError.fail(refusal) : Effect.succeed(page("A page."))),
    image: () => Effect.succeed({ url, content_type: "image/png", bytes: png }),
  })
  const shownBy = (settings: ToolSettings.Input, address = url) =>
    mcpResult(backend, "web_fetch", { url: address }).pipe(Effect.provide(Layer.orDie(ToolSettings.layer(settings))))

  it.effect("shows a model the image, if the setting allows it", () =>
    Effect.gen(function* () {
      const { content, isError } = yield* shownBy({ mcp_image_bytes: 1_048_576 })
      assert.isUndefined(isError)
      assert.deepStrictEqual(content[1], { type: "image", data: png, mimeType: "image/png" })
      assert.strictEqual(content.length, 2)
    }),
  )

  it.effect("stays an error by default", () =>
    Effect.gen(function* () {
      const result = yield* shownBy({})
      assert.strictEqual(result.isError, true)
      assert.include(textOf(result), "Look for a web page.")
    }),
  )

  it.effect("is refused if the image is larger than the setting's cap", () =>
    Effect.gen(function* () {
      const large = Doubles.backend({
        extract: () => WebError.fail(refusal),
        image: () =>
          Effect.succeed({ url, content_type: "image/png", bytes: Buffer.concat([png, Buffer.alloc(2_000)]) }),
      })
      const result = yield* mcpResult(large, "web_fetch", { url })
      assert.strictEqual(result.isError, true)
      assert.include(textOf(result), "The image is larger than allowed.")
    }).pipe(Effect.provide(Layer.orDie(ToolSettings.layer({ mcp_image_bytes: 1_024 })))),
  )

  it.effect("among other pages, and without the setting, says how to see it", () =>
    Effect.gen(function* () {
      const image = Doubles.backend({
        extract: (request) =>
          request.url === url
            ? Effect.fail(DocumentFormat.unsupportedType("image/png"))
            : Effect.succeed(page("A page.")),
        image: () => WebError.fail(refusal),
      })
      const shown = (args: Record<string, unknown>, settings: ToolSettings.Input) =>
        Effect.map(mcpResult(image, "web_fetch", args), textOf).pipe(
          Effect.provide(Layer.orDie(ToolSettings.layer(settings))),
        )
      const urls = { urls: [url, "https://example.com/page"] }
      assert.include(yield* shown(urls, { mcp_image_bytes: 1_024 }), "Call web_fetch with this url alone to see it.")
      for (const args of [urls, { url }]) assert.include(yield* shown(args, {}), "PORTHOLE_MCP_IMAGE_BYTES")
      // The call that was advised must not advise itself again.
      assert.include(yield* shown({ url }, { mcp_image_bytes: 1_024 }), "Look for a page that describes it.")
    }),
  )

  it.effect("still reads pages", () =>
    Effect.gen(function* () {
      const result = yield* shownBy({ mcp_image_bytes: 1_048_576 }, "https://example.com/page")
      assert.strictEqual(result.content.length, 1)
      assert.include(textOf(result), "A page.")
    }),
  )
})
