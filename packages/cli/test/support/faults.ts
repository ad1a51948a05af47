/**
 * Servers with faults: a preload plants one when the process gets SIGUSR2, through the packed command. clock: nothing
 * is decided by time; a process that doesn't end fails by the time of its test.
 */
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert } from "vitest"
import { initialize } from "./mcpClient.ts"
import { start } from "./porthole.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-watchdog-"))
const preload = join(folder, "fault.cjs")

/** Nobody writes to it, so a thread that opens it to read is stuck in a call of the system. */
const pipe = join(folder, "pipe")

const withChild = `const child = require("node:child_process").spawn("sleep", ["600"], { stdio: "ignore" })
  require("node:fs").writeSync(2, "child " + child.pid + "\\n")`

/**
 * The faults of a process. Each begins when it is requested, and is reported on stderr once it holds. One loop is
 * busy, with the lowest priority. The others sleep on their way, and the thread takes no processor time either: the
 * watchdog sees no difference, but the tests beside these do. clock: the program's own; it polls until the thread is
 * stuck, for two seconds where the kernel doesn't tell.
 */
export const faults = {
  "a loop": `say(); for (;;) pause(100)`,
  "a wait without processor time": `say(); pause()`,
  "a thread in a native call": `
    const thread = new Worker("require('node:worker_threads').parentPort.postMessage(0); " +
      "require('node:fs').openSync('${pipe}', 'r')", { eval: true, env: {}, execArgv: [] })
    const { readdirSync, readFileSync } = require("node:fs")
    const isStuck = (task) => {
      try { return readFileSync("/proc/self/task/" + task + "/wchan", "latin1") === "wait_for_partner" } catch {}
    }
    const look = (left) => {
      const isThere = process.platform === "linux" && readdirSync("/proc/self/task").some(isStuck)
      // clock: polls until the thread is stuck
      return isThere || left === 0 ? say() : setTimeout(look, 100, left - 1)
    }
    thread.once("message", () => look(20))`,
  "a loop beside a child": `${withChild}; say(); for (;;) pause(100)`,
  "a busy loop beside a child": `${withChild}; require("node:os").setPriority(19); say(); for (;;);`,
  "a wait that ends": `pause(13_000); say()`,
} as const

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
process.once("exit", () => rmSync(folder, { recursive: true }))

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** For `NODE_OPTIONS`. */
  readonly options?: string
  /** A command that starts the server. */
  readonly under?: ReadonlyArray<string>
}

/** Starts a server with a fault that will be planted, and waits until it serves. */
export const started = async (
  args: ReadonlyArray<string>,
  fault: keyof typeof faults,
  { env = {}, options = "", under = [] }: StartOptions = {},
) => {
  const run = start(args, { under, env: { FAULT: fault, NODE_OPTIONS: `--require=${preload} ${options}`, ...env } })
  let errors = ""
  run.child.stderr.on("data", (text: string) => (errors += text))
  if (args.length === 1) {
    run.child.stdin.write(initialize)
    await once(run.child.stdout, "data")
    await untilWatched(run.child.pid)
  }
  // clock: polls until it serves
  else while (!errors.includes("serving on")) await sleep(20)
  const url = /serving on (\S+)/.exec(errors)?.[1] ?? ""
  const planted = async () => {
    // clock: polls until the fault holds
    while (!errors.includes("planted")) await sleep(20)
  }
  const plant = () => {
    run.child.kill("SIGUSR2")
    return planted()
  }
  return { ...run, plant, planted, url }
}

/** Waits for the watchdog's thread, which starts after the first answers. Where the system doesn't tell, 3 seconds. */
const untilWatched = async (pid: number | undefined): Promise<void> => {
  if (process.platform !== "linux") return sleep(3_000) // clock: longer than the watchdog's delay
  const names = () =>
    readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/comm`, "utf8"))
  // clock: polls until the thread is there
  while (!names().includes("WorkerThread\n")) await sleep(20)
}

export const serve = ["serve", "--listen", "127.0.0.1:0"]
export const mcpOverHttp = ["mcp", "--http", "--listen", "127.0.0.1:0"]

/** Asserts that SIGTERM ends the server, and that the watchdog says why. */
export const assertEnded = async (
  args: ReadonlyArray<string>,
  fault: keyof typeof faults,
  reason: string,
): Promise<void> => {
  const { child, finished, plant } = await started(args, fault)
  await plant()
  child.kill("SIGTERM")
  const { signal, stderr } = await finished
  assert.strictEqual(signal, "SIGKILL")
  assert.match(stderr, new RegExp(`^porthole: The process ${reason}`, "m"))
}

export const stuck = "was stuck for 10 s"
export const late = "didn't end within 10 s"

/** Asserts that a server ends by itself once it is stuck, with its child processes. */
export const assertEndsItself = async (fault: keyof typeof faults): Promise<void> => {
  const { finished, plant } = await started(serve, fault)
  await plant()
  const { signal, stderr } = await finished
  assert.strictEqual(signal, "SIGKILL")
  if (process.platform === "linux") {
    const child = Number(/child (\d+)/.exec(stderr)?.[1])
    // clock: polls
    while (isRunning(child)) await sleep(50)
  }
}

/** A command that gives a program the process id 1, as a container does. */
export const asFirst = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"]

/** Asserts that a server whose process has the id 1 ends by itself once it is stuck. */
export const assertEndsAsFirst = async (): Promise<void> => {
  const { child, finished, planted } = await started(serve, "a loop", { under: asFirst })
  const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "latin1").split(" ")
  process.kill(Number(first), "SIGUSR2")
  await planted()
  const { code, stderr } = await finished
  assert.match(stderr, new RegExp(`^porthole: The process ${stuck}`, "m"))
  assert.strictEqual(code, 137)
}

/** A process that has ended, but whose parent hasn't noticed, is a zombie. */
const isRunning = (pid: number): boolean => {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "latin1") : ") Z"
  return !stat.slice(stat.lastIndexOf(")")).startsWith(") Z")
}

/** Asserts that the second signal ends a server at once, beside a thread that can't be stopped. */
export const assertEndedAtOnce = async (args: ReadonlyArray<string>): Promise<void> => {
  const { child, finished, plant } = await started(args, "a thread in a native call")
  await plant()
  child.kill("SIGINT")
  // clock: two signals that come before the process gets any time are one, so the second one is repeated
  const again = setInterval(() => child.kill("SIGINT"), 1_000)
  child.once("exit", () => clearInterval(again))
  assert.strictEqual((await finished).signal, "SIGINT")
}
