/**
 * Words of pages, hits and sites, as a model reads them from the packed command: over stdio and over HTTP, in the JSON
 * API's errors and on the terminal.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { HostileBackend, HostileCalls, HostileWords } from "@porthole/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { porthole } from "./inProcess.ts"
import { connect } from "./mcpClient.ts"
import { serve } from "./providers.ts"
import { serving } from "./serving.ts"
import { readerOfJina } from "./wire/jina.ts"
import { searxng } from "./wire/searxng.ts"
import type { ReceivedRequest, Reply } from "./wire/Wire.ts"

const { canary, outside, texts } = HostileWords
const { isGone, numberIn } = HostileBackend

/** A SearXNG whose hits and engines have hostile words. */
const hostileSearxng = {
  env: searxng.env,
  answer: ({ params }: ReceivedRequest): Reply => {
    const at = numberIn(params["q"] ?? "")
    const results = HostileBackend.rowsOf(at).map(({ metadata, snippet, title, url }) => ({
      title,
      url,
      content: snippet,
      engine: metadata?.engine,
      category: metadata?.category,
    }))
    return { body: { query: "q", results, unresponsive_engines: [[texts[at], `timeout ${texts[at]}`]] } }
  },
}

/** A reader of hostile pages, whose refusals have their words, too. */
const hostileJina = {
  env: readerOfJina.env,
  answer: ({ body }: ReceivedRequest): Reply => {
    const requested = JSON.stringify(body)
    const at = numberIn(requested)
    if (isGone(requested)) return { status: 422, body: { code: 422, name: texts[at], message: texts[at] } }
    const { content, title, url } = HostileBackend.pageOf(at)
    return { body: { code: 200, data: { title, url, content } } }
  },
}

const docsSite = ["--docs-site", `boats=${HostileBackend.site.baseUrl}`]

/** A third of the calls of each text, so that three texts have every call. Jina has no HTML. */
const callsOf = (at: number): ReadonlyArray<HostileCalls.Call> =>
  HostileCalls.callsOf(at).filter(({ args }, index) => args["extract"] !== "html" && index % 3 === at % 3)

/** Asserts that each word from the web is in a fence, in the answers of every tool, and in no error. */
const assertFenced = async (client: Client, rows: ReadonlyArray<number>): Promise<void> => {
  for (const { args, isError = false, tool } of rows.flatMap(callsOf)) {
    const result = await client.callTool({ name: tool, arguments: args })
    const text: unknown = JSON.parse(JSON.stringify(result.content))[0].text
    const about = `${tool} ${JSON.stringify(args)}\n${String(text)}`
    assert.strictEqual(result.isError === true, isError, about)
    assert.isUndefined(result.structuredContent, about)
    assert.notInclude(outside(String(text)), canary, about)
    assert.strictEqual(String(text).includes(canary), !isError, about)
  }
}

/** The tests of the texts with these numbers; `ofErrors` are those whose errors are read on every other way. */
export const hostileTests = (rows: ReadonlyArray<number>, ofErrors: ReadonlyArray<number>): void => {
  let found: Awaited<ReturnType<typeof serve>>
  let read: Awaited<ReturnType<typeof serve>>
  let env: Readonly<Record<string, string>>
  beforeAll(async () => {
    found = await serve(hostileSearxng)
    read = await serve(hostileJina)
    env = {
      ...found.place,
      ...read.place,
      PORTHOLE_PROVIDER: "searxng",
      PORTHOLE_READER: "jina",
      PORTHOLE_MCP_STRUCTURED: "off",
      PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
    }
  })
  afterAll(() => {
    found.close()
    read.close()
  })

  describe("each word of a page, a hit or a site is in a fence, and none is in an error", () => {
    it("by porthole mcp over stdio", async () => {
      const client = await connect(["mcp", ...docsSite], env)
      await assertFenced(client, rows)
      await client.close()
    })

    it("by porthole serve at /mcp, and errors of its JSON API hold none", async () => {
      const args = ["serve", "--listen", "127.0.0.1:0", ...docsSite]
      const { child, finished, url } = await serving({ args, env })
      const client = new Client({ name: "test", version: "0" })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
      await assertFenced(client, rows)
      await client.close()
      for (const at of ofErrors) {
        for (const { args, isError = false, tool } of HostileCalls.callsOf(at)) {
          if (!isError || tool !== "web_fetch" || "urls" in args) continue
          const answer = await fetch(`${url}/api/v1/fetch`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(args),
          })
          assert.isFalse(answer.ok)
          assert.notInclude(await answer.text(), canary)
        }
      }
      child.kill("SIGTERM")
      await finished
    })
  })

  describe("porthole fetch", () => {
    it.each([
      ["an unknown section", "", ["--section", "no such heading"]],
      ["an offset beyond the end", "", ["--start-index", "1000000000"]],
      ["a page that can't be read", "/gone", []],
    ])("prints no word of a page in the error for %s", async (_, path, flags) => {
      for (const at of ofErrors) {
        const { code, stderr, stdout } = await porthole(["fetch", `https://site.test/${at}${path}`, ...flags], { env })
        assert.strictEqual(code, path === "" ? 2 : 1)
        assert.notInclude(stdout + stderr, canary)
      }
    })
  })
}
