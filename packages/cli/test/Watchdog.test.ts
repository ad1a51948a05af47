/**
 * The end of a stuck server, through the packed command: each kind of server once, and each kind of fault. The tests run
 * beside each other, because each waits for the watchdog's ten seconds.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import {
  assertEnded,
  assertEndedAtOnce,
  assertEndsItself,
  late,
  mcpOverHttp,
  serve,
  started,
  stuck,
} from "./support/faults.ts"

describe.concurrent("a server that is stuck ends", () => {
  it("after SIGTERM: porthole serve in a loop", () => assertEnded(serve, "a loop", stuck))

  it("after SIGTERM: porthole mcp --http beside a thread that can't be stopped", () =>
    assertEnded(mcpOverHttp, "a thread in a native call", late))

  it("once its client has closed stdin: porthole mcp beside a thread that can't be stopped", async () => {
    const { child, finished, plant } = await started(["mcp"], "a thread in a native call")
    await plant()
    child.stdin.end()
    assert.strictEqual((await finished).signal, "SIGKILL")
  })

  it("by itself, with its child processes: porthole serve", () => assertEndsItself("a loop beside a child"))

  it("at once after the second signal: porthole serve beside a thread that can't be stopped", () =>
    assertEndedAtOnce(serve))
})

describe.concurrent("porthole serve", () => {
  it("isn't ended for the time in which it is stopped", async () => {
    const { child, finished, url } = await started(serve, "a loop")
    child.kill("SIGSTOP")
    // clock: longer than the watchdog waits
    await sleep(13_000)
    child.kill("SIGCONT")
    // clock: three looks of the watchdog
    await sleep(3_000)
    assert.strictEqual((await fetch(`${url}/health`)).status, 200)
    child.kill("SIGTERM")
    assert.deepInclude(await finished, { code: 0, signal: null })
  })

  it("isn't ended under a debugger", async () => {
    const { child, finished, plant, url } = await started(serve, "a wait that ends", {
      options: "--inspect=127.0.0.1:0",
    })
    await plant()
    assert.strictEqual((await fetch(`${url}/health`)).status, 200)
    child.kill("SIGTERM")
    assert.deepInclude(await finished, { code: 0, signal: null })
  })
})
