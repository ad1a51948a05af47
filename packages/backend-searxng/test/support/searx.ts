/**
 * Debian's real searx on a free port of loopback, its engines pointed at {@link Upstream}, for tests against an
 * independent server. Needs the package `searx`. It calls nothing outside loopback, because its settings list only our
 * engines.
 */
import { Data, Effect } from "effect"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { freePort } from "../../../../test/freePort.ts"
import * as Upstream from "./upstream.ts"

/** A running server. */
export interface Searx {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** The server that its engines call. */
  readonly upstream: Upstream.Upstream
  /** Ends the server immediately; the end of the scope does so too. */
  readonly stop: Effect.Effect<void>
}

/** The server couldn't be started. */
export class SearxError extends Data.TaggedError("SearxError")<{ readonly reason: string; readonly cause?: unknown }> {
  override get message(): string {
    return this.reason
  }
}

/** Debian's folder of searx, or `undefined` if the package isn't installed. */
const installation = (): { readonly static: string; readonly templates: string } | undefined => {
  const folders = process.env["PATH"]?.split(delimiter) ?? []
  if (!folders.some((folder) => existsSync(join(folder, "searx-run")))) return undefined
  const files = spawnSync("dpkg", ["-L", "python3-searx"], { encoding: "utf8" }).stdout ?? ""
  const folder = (name: string) => files.split("\n").find((line) => line.endsWith(`/${name}`))
  const found = { static: folder("static"), templates: folder("templates") }
  return found.static === undefined || found.templates === undefined
    ? undefined
    : { static: found.static, templates: found.templates }
}

/**
 * Whether tests over searx are skipped here; the test run prints it. With `PORTHOLE_REQUIRE_SERVERS=1` they are never
 * skipped: they fail instead.
 */
export const isMissing = (): boolean => {
  if (installation() !== undefined || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn("SKIPPED: searx-run is missing, so nothing is tested against a real server (apt-get install searx).")
  return true
}

/** Starts a server and its upstream; both end with the scope. */
export const start: Effect.Effect<Searx, SearxError, Scope.Scope> = Effect.gen(function* () {
  const found = installation()
  if (found === undefined) return yield* new SearxError({ reason: "searx-run is missing: apt-get install searx" })
  const upstream = yield* Upstream.start
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "porthole-searx-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true })),
  )
  const server = yield* launch(folder, found, upstream)
  return { ...server, upstream }
})

// --- private --------------------------------------------------------------------------

const launch = Effect.fnUntraced(function* (
  folder: string,
  found: { readonly static: string; readonly templates: string },
  upstream: Upstream.Upstream,
) {
  const port = yield* freePort
  const settingsPath = join(folder, `settings-${port}.yml`)
  yield* Effect.promise(() => writeFile(settingsPath, JSON.stringify(settings(port, found, upstream), null, 2)))
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => run(settingsPath)),
    (process) => Effect.promise(() => end(process)),
  )
  const url = `http://127.0.0.1:${port}`
  yield* Effect.tryPromise({
    try: () => healthy(url, child),
    catch: (cause) => new SearxError({ reason: "searx-run didn't come up", cause }),
  })
  return { url, stop: Effect.promise(() => end(child)) }
})

/** The environment is empty: a proxy of the machine must not come between searx and its engines. */
const run = (settingsPath: string): ChildProcess => {
  const child = spawn("searx-run", [], {
    stdio: "ignore",
    env: {
      PATH: process.env["PATH"],
      HOME: tmpdir(),
      LANG: "C.UTF-8",
      NO_PROXY: "*",
      SEARX_SETTINGS_PATH: settingsPath,
    },
  })
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  child.once("exit", () => process.off("exit", kill))
  return child
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const end = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child) || child.pid === undefined) return
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  child.kill("SIGTERM")
  // clock: searx that doesn't end by itself is killed
  const insist = setTimeout(() => child.kill("SIGKILL"), 3_000)
  await ended
  clearTimeout(insist)
}

const healthy = async (url: string, child: ChildProcess): Promise<void> => {
  const failed = new Promise<never>((_, reject) => child.once("error", reject))
  const answers = async () => {
    for (let attempt = 0; attempt < 6_000; attempt++) {
      if (hasEnded(child)) throw new Error("searx-run ended before it answered")
      const response = await fetch(`${url}/healthz`).catch(() => undefined)
      if (response?.ok === true) return
      // clock: polls until it answers
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error("searx-run doesn't answer")
  }
  await Promise.race([answers(), failed])
}

/** JSON is YAML. */
const settings = (
  port: number,
  found: { readonly static: string; readonly templates: string },
  upstream: Upstream.Upstream,
) => ({
  general: { instance_name: "lab", debug: false },
  search: { safe_search: 0, autocomplete: "", default_lang: "", ban_time_on_fail: 0, max_ban_time_on_fail: 0 },
  server: {
    port,
    bind_address: "127.0.0.1",
    secret_key: "lab-only-key",
    base_url: false,
    image_proxy: false,
    http_protocol_version: "1.1",
    method: "GET",
    default_http_headers: {},
  },
  ui: {
    static_path: found.static,
    templates_path: found.templates,
    default_theme: "oscar",
    default_locale: "",
    theme_args: { oscar_style: "logicodev" },
  },
  outgoing: { request_timeout: 60, useragent_suffix: "", pool_connections: 10, pool_maxsize: 10 },
  locales: { en: "English", de: "Deutsch" },
  doi_resolvers: { doi: `${upstream.url}/` },
  default_doi_resolver: "doi",
  engines: Upstream.engines(upstream),
})
