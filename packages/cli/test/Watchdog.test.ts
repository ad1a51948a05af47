/**
 * The end of a stuck server, through the packed command. A preload plants the fault: it acts when the process gets
 * SIGUSR2. The bounds on time are those of the tests: a process that doesn't end fails by them.
 */
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { initialize } from "./support/mcpClient.ts"
import { start } from "./support/porthole.ts"
import { searxng, silentListener } from "./support/servers.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-watchdog-"))
const preload = join(folder, "fault.cjs")

/** Nobody writes to it, so a thread that opens it to read is stuck in a call of the system. */
const pipe = join(folder, "pipe")

/**
 * What a process does once it is told to; each waits until the fault holds, and then says so on stderr. One loop is
 * busy, with the lowest priority. The others sleep on their way, and the thread takes no processor time either: the
 * watchdog sees no difference, but the tests beside these do.
 */
const faults = {
  "a loop": `say(); for (;;) pause(100)`,
  "a wait without processor time": `say(); pause()`,
  "a thread in a native call": `
    const thread = new Worker("require('node:worker_threads').parentPort.postMessage(0); " +
      "require('node:fs').openSync('${pipe}', 'r')", { eval: true, env: {}, execArgv: [] })
    thread.once("message", () => setTimeout(say, 500))`,
  "a busy loop beside a child": `
    const child = require("node:child_process").spawn("sleep", ["600"], { stdio: "ignore" })
    require("node:os").setPriority(19)
    require("node:fs").writeSync(2, "child " + child.pid + "\\n"); say(); for (;;);`,
  "a wait that ends": `pause(13_000); say()`,
} as const

beforeAll(() => {
  execFileSync("mkfifo", [pipe])
  writeFileSync(
    preload,
    `const { isMainThread, Worker } = require("node:worker_threads")
    const pause = (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    const say = () => require("node:fs").writeSync(2, "planted\\n")
    const faults = { ${Object.entries(faults)
      .map(([name, code]) => `${JSON.stringify(name)}: () => { ${code} }`)
      .join()} }
    if (isMainThread && process.env.AT_ONCE === "1") faults[process.env.FAULT]()
    else if (isMainThread) process.on("SIGUSR2", faults[process.env.FAULT])`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a server with a fault that will be planted, and waits until it serves. */
const started = async (
  args: ReadonlyArray<string>,
  fault: keyof typeof faults,
  { env = {}, options = "" }: { readonly env?: Readonly<Record<string, string>>; readonly options?: string } = {},
) => {
  const run = start(args, { env: { FAULT: fault, NODE_OPTIONS: `--require=${preload} ${options}`, ...env } })
  let errors = ""
  run.child.stderr.on("data", (text: string) => (errors += text))
  if (args.length === 1) {
    run.child.stdin.write(initialize)
    await once(run.child.stdout, "data")
  } else while (!errors.includes("serving on")) await sleep(20)
  const url = /serving on (\S+)/.exec(errors)?.[1] ?? ""
  const planted = async () => {
    while (!errors.includes("planted")) await sleep(20)
  }
  const plant = () => {
    run.child.kill("SIGUSR2")
    return planted()
  }
  return { ...run, plant, planted, url }
}

const serve = ["serve", "--listen", "127.0.0.1:0"]
const servers: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["porthole serve", serve],
  ["porthole mcp --http", ["mcp", "--http", "--listen", "127.0.0.1:0"]],
  ["porthole mcp", ["mcp"]],
]

describe.concurrent.each(servers)("%s", (_, args) => {
  it.each(["a loop", "a wait without processor time"] as const)("stuck in %s ends after SIGTERM", async (fault) => {
    const { child, finished, plant } = await started(args, fault)
    await plant()
    child.kill("SIGTERM")
    const { signal, stderr } = await finished
    assert.strictEqual(signal, "SIGKILL")
    assert.match(stderr, /^porthole: The process was stuck for 10 s/m)
  })

  it("with a thread that can't be stopped ends after SIGTERM", async () => {
    const { child, finished, plant } = await started(args, "a thread in a native call")
    await plant()
    child.kill("SIGTERM")
    const { signal, stderr } = await finished
    assert.strictEqual(signal, "SIGKILL")
    assert.match(stderr, /^porthole: The process didn't end within 10 s/m)
  })

  it("with a thread that can't be stopped ends at once after the second signal", async () => {
    const { child, finished, plant } = await started(args, "a thread in a native call")
    await plant()
    child.kill("SIGINT")
    await sleep(1_000)
    child.kill("SIGINT")
    assert.strictEqual((await finished).signal, "SIGINT")
  })
})

describe.concurrent("porthole serve", () => {
  it("ends by itself once it is stuck, with its child processes", async () => {
    const { finished, plant } = await started(serve, "a busy loop beside a child")
    await plant()
    const { signal, stderr } = await finished
    assert.strictEqual(signal, "SIGKILL")
    if (process.platform === "linux") {
      const child = Number(/child (\d+)/.exec(stderr)?.[1])
      while (isRunning(child)) await sleep(50)
    }
  })

  it("ends beside a thread that was stuck before the watchdog started", async () => {
    const { child, finished, planted } = await started(serve, "a thread in a native call", { env: { AT_ONCE: "1" } })
    await planted()
    child.kill("SIGTERM")
    assert.strictEqual((await finished).signal, "SIGKILL")
  })

  it("isn't ended for the time in which it is stopped", async () => {
    const { child, finished, url } = await started(serve, "a loop")
    child.kill("SIGSTOP")
    await sleep(13_000)
    child.kill("SIGCONT")
    await sleep(3_000)
    assert.strictEqual((await fetch(`${url}/health`)).status, 200)
    child.kill("SIGTERM")
    assert.deepInclude(await finished, { code: 0, signal: null })
  })

  it("isn't ended while a search takes its grace and a collector of spans doesn't answer", async () => {
    const [collector, slow] = await Promise.all([silentListener(), searxng({ delay: 60_000 })])
    const { child, finished, url } = await started(serve, "a loop", {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SEARXNG_URL: slow.url, PORTHOLE_SEARCH_TIMEOUT: "60s" },
    })
    // The spans of a refused fetch are being sent when the signal comes, and those of the search are left.
    await fetch(`${url}/api/v1/fetch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: "http://127.0.0.1/" }),
    })
    while (collector.connections() === 0) await sleep(20)
    const search = fetch(`${url}/search?q=ships&format=json`).catch(() => {})
    while (slow.queries.length === 0) await sleep(20)
    child.kill("SIGTERM")
    const { code, signal, stderr } = await finished
    await search
    collector.close()
    slow.close()
    assert.deepStrictEqual({ code, signal }, { code: 0, signal: null }, stderr)
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

describe("porthole mcp", () => {
  it("with a thread that can't be stopped ends once its client has closed stdin", async () => {
    const { child, finished, plant } = await started(["mcp"], "a thread in a native call")
    await plant()
    child.stdin.end()
    assert.strictEqual((await finished).signal, "SIGKILL")
  })
})

/** A process that has ended, but whose parent hasn't noticed, is a zombie. */
const isRunning = (pid: number): boolean => {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "latin1") : ") Z"
  return !stat.slice(stat.lastIndexOf(")")).startsWith(") Z")
}
