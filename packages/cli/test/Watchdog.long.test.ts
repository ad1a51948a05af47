/** The end of a stuck server, through the packed command: every kind of server with every fault, and servers that last. */
import { spawnSync } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import {
  asFirst,
  assertEnded,
  assertEndedAtOnce,
  assertEndsAsFirst,
  assertEndsItself,
  late,
  mcpOverHttp,
  serve,
  started,
  stuck,
} from "./support/faults.ts"
import { never, searxng, silentListener } from "./support/servers.ts"

const servers: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["porthole serve", serve],
  ["porthole mcp --http", mcpOverHttp],
  ["porthole mcp", ["mcp"]],
]

/** Whether the system gives a process no id of its own; prints a message if so. */
const isWithoutNamespaces = (): boolean => {
  const [file = "", ...args] = [...asFirst, "true"]
  if (spawnSync(file, args).status === 0 || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  console.warn("SKIPPED: no server is ended as the first process of a container: `unshare` isn't allowed here.")
  return true
}

describe.concurrent.each(servers)("%s", (_, args) => {
  it.each(["a loop", "a wait without processor time"] as const)("stuck in %s ends after SIGTERM", (fault) =>
    assertEnded(args, fault, stuck),
  )

  it("with a thread that can't be stopped ends after SIGTERM", () =>
    assertEnded(args, "a thread in a native call", late))

  it("with a thread that can't be stopped ends at once after the second signal", () => assertEndedAtOnce(args))
})

describe.concurrent("porthole serve", () => {
  it("ends by itself once it is busy, with its child processes", () => assertEndsItself("a busy loop beside a child"))

  it.skipIf(isWithoutNamespaces())("ends with 137 as the first process of a container", assertEndsAsFirst)

  it("ends beside a thread that was stuck before the watchdog started", async () => {
    const { child, finished, planted } = await started(serve, "a thread in a native call", { env: { AT_ONCE: "1" } })
    await planted()
    child.kill("SIGTERM")
    assert.strictEqual((await finished).signal, "SIGKILL")
  })

  it("isn't ended while a search takes its grace and a collector of spans doesn't answer", async () => {
    const [collector, slow] = await Promise.all([silentListener(), searxng({ until: never })])
    const { child, finished, url } = await started(serve, "a loop", {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SEARXNG_URL: slow.url, PORTHOLE_SEARCH_TIMEOUT: "60s" },
    })
    // The spans of a refused fetch are being sent when the signal comes, and those of the search are left.
    await fetch(`${url}/api/v1/fetch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: "http://127.0.0.1/" }),
    })
    // clock: polls
    while (collector.connections() === 0) await sleep(20)
    const search = fetch(`${url}/search?q=ships&format=json`).catch(() => {})
    await slow.hasReceived(1)
    child.kill("SIGTERM")
    const { code, signal, stderr } = await finished
    await search
    collector.close()
    slow.close()
    assert.deepStrictEqual({ code, signal }, { code: 0, signal: null }, stderr)
  })
})
