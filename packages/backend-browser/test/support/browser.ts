/** The browser of this machine, and what is left of it, for tests of the real one. */
import { Effect, Result } from "effect"
import { WebError, type Renderer } from "@porthole/core"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BrowserRenderer } from "../../src/index.ts"

/** The folder of this process's browsers, whose user is another one: other tests start browsers at the same time. */
export const folder = mkdtempSync(join(tmpdir(), "porthole-browsers-"))
chmodSync(folder, 0o1777)
process.env["TMPDIR"] = folder
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

/**
 * Whether tests of a real browser are skipped here; the test run prints it. With `PORTHOLE_REQUIRE_SERVERS=1` they are
 * never skipped: they fail instead.
 */
export const isMissing = (): Promise<boolean> => (known ??= look())

/** The result of {@link isMissing}, for all test files of a worker. */
let known: Promise<boolean> | undefined

const look = async (): Promise<boolean> => {
  const state = await Effect.runPromise(Effect.result(BrowserRenderer.inspect()))
  if (Result.isSuccess(state) || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn(`SKIPPED: no real page is rendered (apt-get install chromium-headless-shell). ${state.failure.missing}`)
  return true
}

/** The browser's layer for pages that end before their limit, on a busy machine too. */
export const patient = BrowserRenderer.layer({ limits: { maxContexts: 4, maxTime: "5 minutes" } })

/** A part by its path: its type and its text. */
export type Site = Readonly<Record<string, readonly [type: string, body: string]>>

/** A request to render a page of a site; a part that isn't there is unreachable. */
export const requestOf = (
  html: string,
  site: Site = {},
  seen: Array<Renderer.PartRequest> = [],
): Renderer.RenderRequest => ({
  document: {
    url: "https://site.test/",
    status: 200,
    contentType: "text/html; charset=utf-8",
    bytes: Buffer.from(html),
  },
  fetchPart: (part) =>
    Effect.suspend(() => {
      seen.push(part)
      const { pathname, search, origin } = new URL(part.url)
      const found = site[origin === "https://site.test" ? pathname + search : part.url]
      if (found === undefined) return Effect.fail(WebError.unreachable())
      const [type, body] = found
      const headers = { "content-type": type, ...(type.startsWith("redirect ") ? { location: type.slice(9) } : {}) }
      const status = type.startsWith("redirect ") ? 302 : 200
      return Effect.succeed({ status, headers, setCookies: [], bytes: Buffer.from(body) })
    }),
})

/** Processes of browsers that this process started, zombies of the first process not counted. */
export const processesLeft = (): ReadonlyArray<string> =>
  execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`--user-data-dir=${folder}`) || line.includes(`keeper ${folder}`))

/** How far the processes of browsers, of which there must be some, give way to others (POSIX `nice`). */
export const niceness = (): ReadonlySet<number> =>
  new Set(
    execFileSync("ps", ["-eo", "ni=,args="], { encoding: "utf8" })
      .split("\n")
      .filter((line) => line.includes(`--user-data-dir=${folder}`) && !line.includes(`keeper ${folder}`))
      .map((line) => Number.parseInt(line)),
  )

/** Folders of browsers. */
export const foldersLeft = (): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.startsWith("porthole-browser-"))
