/**
 * `porthole serve` while one tenant's calls name hosts whose name server never answers; run inside. Then another
 * tenant's call names a site that works.
 */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packed } from "../../../cli/test/support/packed.ts"
import { type Dns, World } from "../../src/index.ts"

/** The program's output. */
export interface Report {
  /** The URLs that the second tenant read. */
  readonly read: ReadonlyArray<string>
  /** The number of the first tenant's hosts that were looked up by then. */
  readonly lookups: number
  /** The number of files in the cache: pages are stored although look-ups hang. */
  readonly files: number
  /** The server's exit code after SIGTERM, while look-ups hang for minutes. */
  readonly code: number | null
}

/** The number of hosts, 20 for each call. */
const { count }: { readonly count: number } = JSON.parse(readFileSync(0, "utf8"))
const dead = Array.from({ length: count }, (_, at) => `dead${at}.test`)
const zone: Dns.Zone = Object.fromEntries(dead.map((host) => [host, ["silence"]]))
const world = await World.start(zone)
// A look-up of these hosts outlives every call.
writeFileSync("/etc/resolv.conf", "nameserver 127.0.0.53\noptions timeout:30 attempts:5\n")

const folder = mkdtempSync(join(tmpdir(), "porthole-dead-"))
const env = {
  ...process.env,
  XDG_CONFIG_HOME: folder,
  PORTHOLE_CACHE_DIR: join(folder, "cache"),
  PORTHOLE_MAX_REQUESTS_PER_MINUTE: "10000",
  PORTHOLE_EXTRACT_ISOLATION: "none",
}
const addToken = (tenant: string): string =>
  execFileSync(process.execPath, [packed, "tokens", "add", tenant], { encoding: "utf8", env }).trim()
const tokens = { hostile: addToken("hostile"), other: addToken("other") }

const server = spawn(process.execPath, [packed, "serve", "--listen", "127.0.0.1:0"], {
  stdio: ["ignore", "ignore", "pipe"],
  env,
})
let printed = ""
while (!printed.includes("\n")) printed += String((await once(server.stderr, "data"))[0])
const base = /http:\S+/.exec(printed)?.[0] ?? ""

const read = async (token: string, urls: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const response = await fetch(`${base}/extract`, { method: "POST", headers, body: JSON.stringify({ urls }) })
  const { results = [] }: { readonly results?: ReadonlyArray<{ readonly url: string }> } = JSON.parse(
    await response.text(),
  )
  return results.map(({ url }) => url)
}

const lookups = (): number => new Set(world.dns.queries.filter((query) => query.startsWith("dead"))).size / 2

for (let at = 0; at < count; at += 20) {
  const urls = dead.slice(at, at + 20).map((host) => `http://${host}/`)
  // The end of the server cuts them off.
  void read(tokens.hostile, urls).catch(() => [])
}
// All calls are under way: the first hosts are looked up.
// clock: polls until a look-up is under way
while (lookups() === 0) await new Promise((done) => setTimeout(done, 20))

const pages = await read(tokens.other, ["http://public.test/page"])
const files = globSync("cache/*/*/*", { cwd: folder }).length
server.kill("SIGTERM")
const [code]: ReadonlyArray<number | null> = await once(server, "exit")
const report: Report = { read: pages, lookups: lookups(), files, code: code ?? null }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
