/**
 * Tests reading a page through a remote reader, by the command: the data that it receives, and the data that it must
 * never receive.
 */
import { assert, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { linesOf } from "./support/porthole.ts"
import { keyOf, serve } from "./support/providers.ts"
import { readerOfJina } from "./support/wire/jina.ts"
import type { ReceivedRequest, Reply } from "./support/wire/Wire.ts"

/** A page API of one's own, as its variables describe it. */
const ownReader = {
  env: (url: string) => ({
    PORTHOLE_JSON_READER_URL: `${url}/api/read?format=md`,
    PORTHOLE_JSON_READER_METHOD: "POST",
    PORTHOLE_JSON_READER_KEY_HEADER: "X-Token",
    PORTHOLE_JSON_READER_PAGE: "target",
    PORTHOLE_JSON_READER_CONTENT: "data.md",
    PORTHOLE_JSON_READER_LINKS: "data.out",
  }),
  key: { variable: "PORTHOLE_JSON_READER_KEY", value: "4f1b0c9e7a11-own-key" },
  answer: ({ body, headers, params, path }: ReceivedRequest): Reply =>
    path === "/api/read" && params["format"] === "md" && headers["x-token"] === "4f1b0c9e7a11-own-key"
      ? { body: { title: "Read by us", data: { md: "Words.", out: ["https://example.com/next"] }, asked: body } }
      : { status: 404, body: {} },
}

describe.concurrent("fetch by a page API of one's own", () => {
  const fetch = (url: string, env: Readonly<Record<string, string>>) =>
    porthole(["fetch", url, "--reader", "json", "--json"], { env })

  it("prints the page that its variables map", async () => {
    const server = await serve(ownReader)
    const { code, stdout } = await fetch("https://site.test/a", server.env)
    server.close()
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], {
      title: "Read by us",
      url: "https://site.test/a",
      content_md: "Words.",
      links: ["https://example.com/next"],
    })
    assert.deepStrictEqual(
      server.requested.map(({ body }) => body),
      [{ target: "https://site.test/a" }],
    )
  })

  it("is never rendered, whatever the setting says", async () => {
    const server = await serve(ownReader)
    // Where this machine fetches, a page says that no browser could render it.
    const env = { ...server.env, PORTHOLE_RENDER: "always", PORTHOLE_CHROMIUM: "/nonexistent/chromium" }
    const { stdout } = await fetch("https://site.test/a", env)
    server.close()
    assert.include(stdout, "Read by us")
    assert.notMatch(stdout, /rendered|browser/i)
  })

  it("names what to set if there is none, and never asks for a private page", async () => {
    const missing = await fetch("https://site.test/a", {})
    assert.strictEqual(missing.code, 1)
    assert.include(missing.stdout, "json_not_configured")
    assert.include(missing.stdout, "PORTHOLE_JSON_READER_URL")
    const server = await serve(ownReader)
    const refused = await fetch("http://169.254.169.254/latest", server.env)
    server.close()
    assert.deepInclude(linesOf(refused.stdout)[0], { error: "blocked_url" })
    assert.lengthOf(server.requested, 0)
  })
})

const fetch = (url: string, env: Readonly<Record<string, string>>) =>
  porthole(["fetch", url, "--reader", "jina", "--json", "--log-level", "debug"], { env })

describe.concurrent("fetch by Jina", () => {
  it.each([
    ["with a key", keyOf(readerOfJina)],
    ["without one", {}],
  ])("%s prints the page in the reader's wording", async (_, key) => {
    const server = await serve(readerOfJina)
    const { code, stderr, stdout } = await fetch("https://site.test/a", { ...server.place, ...key })
    server.close()
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], {
      title: "Read by Jina",
      url: "https://site.test/a?from=jina",
      content_md: "# Read by Jina\n\nWords and [a link](https://example.com/next).",
      links: ["https://example.com/next"],
      status_code: 200,
    })
    assert.deepStrictEqual(
      server.requested.map(({ body }) => body),
      [{ url: "https://site.test/a" }],
    )
    for (const value of Object.values(key)) assert.notInclude(stdout + stderr, value)
  })

  it("that refuses the key is unauthorized, and the error doesn't contain the key", async () => {
    const server = await serve(readerOfJina)
    const wrong = "wrong-key-that-nobody-prints"
    const { code, stderr, stdout } = await fetch("https://site.test/a", { ...server.env, JINA_API_KEY: wrong })
    server.close()
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], { error: "web_search_unavailable", reason: "jina_unauthorized" })
    assert.notInclude(stdout + stderr, wrong)
  })

  it.each(["http://127.0.0.1/", "http://169.254.169.254/latest", "https://intranet/", "https://u:p@site.test/"])(
    "never receives %s",
    async (url) => {
      const server = await serve(readerOfJina)
      const { code, stdout } = await fetch(url, server.env)
      server.close()
      assert.strictEqual(code, 1)
      assert.deepInclude(linesOf(stdout)[0], { error: "blocked_url" })
      assert.lengthOf(server.requested, 0)
    },
  )

  it("may not end at a private address", async () => {
    const server = await serve(readerOfJina, {
      body: { code: 200, data: { title: "T", url: "http://10.0.0.1/", content: "Words of a page." } },
    })
    const { code, stdout } = await fetch("https://site.test/a", server.env)
    server.close()
    assert.strictEqual(code, 1, stdout)
    assert.notInclude(stdout, "Words of a page")
  })
})
