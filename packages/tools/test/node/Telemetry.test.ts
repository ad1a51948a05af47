/** Tests that the Promise facade exports its spans, too, and flushes them when it is disposed of. */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { createWebTools, type WebToolsOptions } from "@porthole/tools"
import { assert, it } from "vitest"

const exported = async (options: WebToolsOptions): Promise<ReadonlyArray<string>> => {
  const bodies: Array<string> = []
  const collector = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.end()
    })
  })
  await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done))
  const { port } = collector.address() as AddressInfo
  const tools = createWebTools({ otlpEndpoint: `http://127.0.0.1:${port}`, ...options })
  await tools.webFetch({ url: "http://localhost/hidden-path" })
  await tools.dispose()
  collector.close()
  collector.closeAllConnections()
  return bodies
}

it("createWebTools exports a span a call to otlpEndpoint", async () => {
  const bodies = await exported({})
  const spans = bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans)
  assert.deepStrictEqual(
    spans.map(({ name }) => name),
    ["webFetch"],
  )
  assert.include(bodies.join(""), "private_or_metadata_target")
  assert.notInclude(bodies.join(""), "hidden-path")
})

it("createWebTools exports nothing while it records", async () => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-telemetry-"))
  assert.deepStrictEqual(await exported({ recording: join(folder, "run.warc.gz") }), [])
  rmSync(folder, { recursive: true })
})
