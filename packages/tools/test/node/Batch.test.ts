/** Tests batches as a program reads them, over doubles of the network. */
import { Doubles } from "@porthole/testing"
import { Layer } from "effect"
import { assert, describe, it } from "vitest"
import { createWebTools } from "../../src/index.ts"

const site = () => {
  const paths: Array<string> = []
  const layer = Layer.merge(
    Doubles.resolver({ "a.test": ["93.184.216.34"], "b.test": ["93.184.216.35"] }),
    Doubles.dialer(({ hop: { target } }) => {
      if (target.path === "/robots.txt") return { status: 404 }
      paths.push(target.path)
      if (target.path === "/missing") return { status: 404 }
      if (target.path === "/bug") throw new Error("a bug")
      const body = `# Page\n\n${"High water at six. ".repeat(2_000)}At ${target.path}.`
      return { status: 200, headers: { "content-type": "text/markdown" }, body }
    }),
  )
  return { layer, paths }
}

const settings = { extractIsolation: "none", maxRequestsPerMinute: 1 } as const

describe("a batch of a program", () => {
  it("brings whole pages and errors under their URLs, also by a bug, whatever the limit of requests a minute", async () => {
    await using tools = createWebTools({ ...settings, layers: site().layer })
    const entries = new Map<unknown, object>()
    const items = [
      "http://a.test/1",
      { url: "http://b.test/2", id: "two", max_length: 300 },
      "http://a.test/missing",
      "http://127.0.0.1/",
      "http://b.test/bug",
    ]
    for await (const entry of tools.batch(items, { delay: 0 })) entries.set(entry.requested_url, entry)
    assert.strictEqual(entries.size, 5)
    assert.deepInclude(entries.get("http://b.test/bug"), { error: "extraction_failed" })
    assert.deepInclude(entries.get("http://a.test/1"), { title: "Page", truncated: false })
    assert.deepInclude(entries.get("http://b.test/2"), { id: "two", truncated: true })
    assert.deepInclude(entries.get("http://a.test/missing"), { error: "http_error", status_code: 404 })
    assert.deepInclude(entries.get("http://127.0.0.1/"), { error: "blocked_url" })
  })

  it("ends with its loop, its signal and its tools", async () => {
    const { layer, paths } = site()
    const tools = createWebTools({ ...settings, layers: layer })
    const many = Array.from({ length: 200 }, (_, at) => `http://a.test/${at}`)
    for await (const { requested_url } of tools.batch(many, { delay: 0 })) if (requested_url !== "") break
    assert.isBelow(paths.length, 60)
    const signal = AbortSignal.abort(new Error("enough"))
    const first = (batch: AsyncIterable<unknown>) => batch[Symbol.asyncIterator]().next()
    const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : "")
    assert.strictEqual(await first(tools.batch(many, { signal })).then(() => "", messageOf), "enough")
    await tools.dispose()
    assert.match(await first(tools.batch(many)).then(() => "", messageOf), /disposed/)
  })
})
