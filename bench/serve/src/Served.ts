/** The server under test: `porthole serve`, packed, with three tenants, the sites and the names that it reads. */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Dns, World } from "@porthole/test-net"
import * as Child from "../../harness/Child.ts"
import { program as command } from "../../harness/McpServers.ts"
import { type Usage, usageOf } from "../../harness/ProcessTree.ts"

/** The tenants: the first one attacks, the others are ordinary. */
export const tenants = ["acme", "birch", "cedar"] as const
export type Tenant = (typeof tenants)[number]

/** The end of the server's process. */
export interface End {
  readonly code: number | null
  readonly signal: string | null
  /** When it ended, as `performance.now()`. */
  readonly at: number
}

/** A running server. */
export interface Served {
  readonly port: number
  readonly tokens: Readonly<Record<Tenant, string>>
  /** The usage of the server and its child processes. */
  readonly usage: () => Usage
  /** The longest delay of the event loop in each second since then, in ms. */
  readonly delays: (since: number) => ReadonlyArray<number>
  /** Aborts when the process ends. */
  readonly death: AbortSignal
  /** Sends SIGTERM, and SIGKILL after a minute, and waits for the end. */
  readonly stop: () => Promise<End & { readonly seconds: number }>
  /** The last lines of its log that say that something is wrong. */
  readonly warnings: () => ReadonlyArray<string>
}

/** Starts names and sites. */
export const startWorld = async (): Promise<void> => {
  const ordinary = ["public.test", "other.test", "third.test", "searx.test"]
  const names = [...ordinary.map((name) => [name, [[World.publicA]]]), ["hostile.test", [[World.publicB]]]]
  const dead = Array.from({ length: 20 }, (_, at) => [`dead${at}.test`, ["silence"]] as const)
  await Dns.start(Object.fromEntries([...names, ...dead]))
  await Child.start(join(import.meta.dirname, "ordinary-site.ts"), [World.publicA])
  await Child.start(join(import.meta.dirname, "hostile-site.ts"), [World.publicB])
}

/** Starts a server; `heap` is the bound of its heap in MiB. */
export const start = async (isolation: string, heap: number): Promise<Served> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-hostile-"))
  const [lag, log] = [join(folder, "delays"), join(folder, "log")]
  writeFileSync(lag, "")
  const env = environment(folder, isolation)
  const tokenOf = (tenant: Tenant) =>
    execFileSync(process.execPath, [command, "tokens", "add", tenant], { env, encoding: "utf8" }).trim()
  const tokens = { acme: tokenOf("acme"), birch: tokenOf("birch"), cedar: tokenOf("cedar") }
  const preload = ["--import", join(import.meta.dirname, "LoopDelay.ts")]
  const server = spawn(
    process.execPath,
    [`--max-old-space-size=${heap}`, ...preload, command, "serve", "--listen", `127.0.0.1:${port}`],
    { env: { ...env, LOOP_DELAYS: lag }, stdio: ["ignore", "ignore", openSync(log, "a")] },
  )
  const dying = new AbortController()
  const ended = once(server, "exit").then(([code, signal]): End => {
    dying.abort()
    return { code, signal, at: performance.now() }
  })
  while (!(await isReady())) {
    if (dying.signal.aborted) throw new Error(readFileSync(log, "utf8"))
    await sleep(100)
  }
  return {
    port,
    tokens,
    usage: () => usageOf(server.pid ?? 0),
    delays: (since) =>
      readFileSync(lag, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(" ").map(Number))
        .flatMap(([at = 0, delay = 0]) => (at >= since ? [delay] : [])),
    death: dying.signal,
    stop: async () => {
      const begun = performance.now()
      server.kill("SIGTERM")
      const killing = setTimeout(() => server.kill("SIGKILL"), 60_000)
      const end = await ended
      clearTimeout(killing)
      rmSync(folder, { recursive: true })
      return { ...end, seconds: Math.max(0, Math.round((end.at - begun) / 100) / 10) }
    },
    warnings: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => /\b(WARN|ERROR|FATAL)\b/.test(line))
        .slice(-8),
  }
}

// --- private --------------------------------------------------------------------------

const port = 8710

/** The server has its own deadlines instead of the patient ones that the network of the tests sets. */
const environment = (folder: string, isolation: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PORTHOLE_FETCH_TIMEOUT: undefined,
  PORTHOLE_SEARCH_TIMEOUT: undefined,
  PORTHOLE_EXTRACT_TIMEOUT: undefined,
  XDG_CONFIG_HOME: folder,
  PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
  PORTHOLE_ROBOTS: "off",
  PORTHOLE_RENDER: "auto",
  SEARXNG_URL: "http://searx.test",
  ...(isolation === "" ? {} : { PORTHOLE_EXTRACT_ISOLATION: isolation }),
})

const isReady = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
