/**
 * A documentation site of plain HTML pages below `/guide`, next to other content of the same host, served by a real
 * nginx: it decodes a path and resolves its dots before it looks for a file, so `/guide/..%2fsecret.html` is the
 * secret. Start it from a program inside the network.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import * as Nginx from "./Nginx.ts"

/** Content outside the documentation, which `docs_search` and `docs_fetch` must not read. */
export const secret = "The crew's own page."

/** One request: the path that was sent, the path that nginx resolved it to, and the answer. */
export interface LoggedRequest {
  readonly sent: string
  readonly path: string
  readonly status: number
}

/** A running server. */
export interface DocsServer {
  /** The requests up to one for this path, which is the last one listed. */
  readonly until: (sent: string) => Promise<ReadonlyArray<LoggedRequest>>
}

/** Starts it on port 80 of an address. */
export const start = async (address: string): Promise<DocsServer> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-docs-"))
  mkdirSync(join(folder, "logs"))
  for (const [path, html] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "site", path)), { recursive: true })
    writeFileSync(join(folder, "site", path), html)
  }
  await Nginx.serve(folder, serverConfiguration(address), address, [80])
  const log = (): ReadonlyArray<LoggedRequest> =>
    readFileSync(join(folder, "logs/access.log"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [sent = "", path = "", status] = line.split(" ")
        return { sent, path, status: Number(status) }
      })
  return {
    until: async (sent) => {
      let served = log()
      // A line is written after its answer was sent, possibly after the answer was read.
      for (let waits = 0; served.at(-1)?.sent !== sent && waits < 1_200; waits++) {
        await setTimeout(50) // clock: polls until the line is there
        served = log()
      }
      return served
    },
  }
}

// --- private --------------------------------------------------------------------------

const words = "A boat is steered from the stern, and whoever steers it looks at the bow. ".repeat(10)

const page = (title: string, body = words): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
  <nav><a href="/guide/">Guide</a> <a href="/">The crew</a></nav>
  <article><h1>${title}</h1><p>${body}</p><p><a href="rigging/knots.html">Knots</a></p></article></body></html>`

const files: Readonly<Record<string, string>> = {
  "index.html": page("The crew", secret.repeat(10)),
  "secret.html": page("Secret", secret.repeat(10)),
  "guidebook/index.html": page("Guidebook", secret.repeat(10)),
  "guide/index.html": page("Guide"),
  "guide/start.html": page("Start"),
  "guide/rigging/knots.html": page("Knots"),
  "guide/f\u00fcr alle.html": page("For all"),
  "guide/last.html": page("Last"),
}

const serverConfiguration = (address: string): string => `
  log_format docs '$request_uri $uri $status';
  access_log logs/access.log docs;
  server {
    listen ${address}:80;
    server_name docs.test;
    root site;
    absolute_redirect off;
    location = /guide/moved.html { return 301 /guide/start.html; }
    location = /guide/out.html { return 302 /secret.html; }
    location = /guide/beside.html { return 302 /guidebook/; }
    location = /guide/climb.html { return 302 /guide/..%2fsecret.html; }
    location = /guide/dots.html { return 307 ../secret.html; }
    location = /guide/away.html { return 302 http://public.test/; }
    location = /guide/back.html { return 302 http://public.test/?to=http://docs.test/guide/start.html; }
    location = /guide/inside.html { return 302 http://10.9.0.5/; }
    location = /guide/hidden.html { return 302 http://private.test/; }
  }
`
