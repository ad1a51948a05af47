/** The server under test: `porthole serve`, packed, with two tenants, the sites and the names that it reads. */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Dns, World } from "@porthole/test-net"
import * as Child from "../../harness/Child.ts"
import { program as command } from "../../harness/McpServers.ts"
import { usageOf } from "../../harness/ProcessTree.ts"

/** A running server. */
export interface Served {
  readonly port: number
  /** Tokens by tenant. */
  readonly tokens: Readonly<Record<"acme" | "other", string>>
  /** Resident memory of the server and its child processes, in MiB. */
  readonly memory: () => number
  /** The longest delay of the event loop in each second since then, in ms. */
  readonly delays: (since: number) => ReadonlyArray<number>
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<{
    readonly seconds: number
    readonly code: number | null
    readonly signal: string | null
  }>
}

/** Starts names and sites. */
export const startWorld = async (): Promise<void> => {
  const addresses = [[World.publicA]]
  const dead = Array.from({ length: 20 }, (_, at) => [`dead${at}.test`, ["silence"]] as const)
  await Dns.start({ "public.test": addresses, "hostile.test": addresses, ...Object.fromEntries(dead) })
  await Child.start(join(import.meta.dirname, "hostile-site.ts"), [World.publicA])
}

/** Starts a server. */
export const start = async (isolation: string): Promise<Served> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-hostile-"))
  const lag = join(folder, "delays")
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
    PORTHOLE_ROBOTS: "off",
    ...(isolation === "" ? {} : { PORTHOLE_EXTRACT_ISOLATION: isolation }),
  }
  const tokenOf = (tenant: string) =>
    execFileSync(process.execPath, [command, "tokens", "add", tenant], { env, encoding: "utf8" }).trim()
  const tokens = { acme: tokenOf("acme"), other: tokenOf("other") }
  const server = spawn(
    process.execPath,
    ["--import", join(import.meta.dirname, "LoopDelay.ts"), command, "serve", "--listen", "127.0.0.1:8710"],
    { env: { ...env, LOOP_DELAYS: lag }, stdio: ["ignore", "ignore", "pipe"] },
  )
  const ended = once(server, "exit")
  await once(server.stderr, "data")
  server.stderr.pipe(process.stderr)
  return {
    port: 8710,
    tokens,
    memory: () => Math.round(usageOf(server.pid ?? 0).resident),
    delays: (since) =>
      readFileSync(lag, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(" ").map(Number))
        .flatMap(([at = 0, delay = 0]) => (at >= since ? [delay] : [])),
    stop: async () => {
      const begun = performance.now()
      server.kill("SIGTERM")
      const [code, signal] = await ended
      rmSync(folder, { recursive: true })
      return { seconds: Math.round((performance.now() - begun) / 100) / 10, code, signal }
    },
  }
}
