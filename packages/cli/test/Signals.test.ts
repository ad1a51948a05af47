import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { earlySignalTests, starts } from "./support/earlySignals.ts"
import { linesOf, start } from "./support/porthole.ts"
import { never, searxng } from "./support/servers.ts"

describe("a signal", () => {
  let slow: Awaited<ReturnType<typeof searxng>>
  beforeAll(async () => {
    slow = await searxng({ until: never })
  })
  afterAll(() => slow.close())

  const searching = async () => {
    const before = slow.queries.length
    const run = start(["search", "ships", "--json"], { env: { SEARXNG_URL: slow.url } })
    await slow.hasReceived(before + 1)
    return run
  }

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s during a search ends it with %i and no partial document", async (signal, expected) => {
    const { child, finished } = await searching()
    child.kill(signal)
    assert.deepStrictEqual(await finished, { code: expected, signal: null, stdout: "", stderr: "" })
  })

  earlySignalTests(sampleOf(starts, 1))

  it("leaves whole lines behind", async () => {
    const { child, finished } = start(["check", "--ndjson", "--offline"])
    const line = `{"url":"http://93.184.216.34/${"x".repeat(2_000)}"}\n`
    const more = () => {
      while (child.stdin.writable && child.stdin.write(line.repeat(20)));
    }
    child.stdin.on("drain", more)
    more()
    await new Promise((resolve) => child.stdout.once("data", resolve))
    child.kill("SIGINT")
    const { code, stdout, stderr } = await finished
    assert.strictEqual(code, 130, stderr)
    assert.isTrue(stdout.endsWith("\n"))
    assert.isAbove(linesOf(stdout).length, 0)
  })

  it("while a slow reader takes a long document still leaves it whole", async () => {
    const folder = mkdtempSync(join(tmpdir(), "porthole-signals-"))
    const path = join(folder, "long.html")
    writeFileSync(path, `<article>${`<p>${"Words and words. ".repeat(40)}</p>`.repeat(400)}</article>`)
    const { child, finished } = start(["extract", path, "--url", "http://a.test/", "--json"], {
      env: { PORTHOLE_EXTRACT_ISOLATION: "none" },
    })
    await new Promise((resolve) => child.stdout.once("data", resolve))
    child.stdout.pause()
    child.kill("SIGINT")
    // clock: the signal has time to come while nobody reads; if it comes later, nothing else is expected
    await sleep(300)
    child.stdout.resume()
    const { code, stdout, stderr } = await finished
    rmSync(folder, { recursive: true })
    assert.strictEqual(code, 130, stderr)
    assert.isAbove(stdout.length, 250_000)
    assert.strictEqual(linesOf(stdout).length, 1)
  })
})
