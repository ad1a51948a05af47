/**
 * Every command of the README and of Getting started that can run on this machine runs, with a search provider and a
 * page reader on loopback.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { packed } from "./support/packed.ts"
import { environment } from "./support/porthole.ts"
import { serve } from "./support/providers.ts"
import { readerOfJina } from "./support/wire/jina.ts"
import { searxng } from "./support/wire/searxng.ts"

/** A check without `--offline` looks names up in DNS. */
const needsNetwork = (line: string): boolean => /porthole check/.test(line) && !line.includes("--offline")

/** The commands in a page's blocks of shell code, without comments. */
const commandsIn = (page: string): ReadonlyArray<readonly [page: string, command: string]> => {
  const text = readFileSync(fileURLToPath(new URL(`../../../${page}`, import.meta.url)), "utf8")
  return [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = ""]) =>
    block
      .split("\n")
      .map((line) => line.replace(/\s+#.*/, "").trim())
      // A server ends by a signal alone; its own tests start it.
      .filter((line) => /\bporthole (?!serve\b)/.test(line) && !needsNetwork(line))
      .map((line) => [page, line] as const),
  )
}

/** The command by each of the names that the docs give it. */
const names = `
  porthole() { "$NODE" "$ENTRY" "$@"; }
  pnpm() { shift 2; porthole "$@"; }
  npx() { case "$2" in pnpm@*) shift 2; pnpm "$@";; *) shift 2; porthole "$@";; esac; }
`

describe.concurrent("a command of the docs", () => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-docs-"))
  const servers: Array<{ readonly close: () => void; readonly place: Readonly<Record<string, string>> }> = []

  beforeAll(async () => {
    writeFileSync(join(folder, "saved-page.html"), "<title>Tides</title><p>High water is at six.</p>")
    servers.push(await serve(searxng), await serve(readerOfJina))
  })
  afterAll(() => {
    for (const { close } of servers) close()
    rmSync(folder, { recursive: true })
  })

  const run = (command: string) =>
    new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
      const env = { NODE: process.execPath, ENTRY: packed, PORTHOLE_READER: "jina", HOME: folder }
      const child = spawn("bash", ["-c", `${names}\n${command}`], {
        cwd: folder,
        env: { ...environment(Object.assign({}, ...servers.map(({ place }) => place))), ...env },
      })
      let output = ""
      child.stdin.end()
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
      child.on("close", (code) => resolve({ code, output }))
    })

  it.each([...commandsIn("README.md"), ...commandsIn("docs/getting-started.md")])("%s: %s", async (_, command) => {
    const { code, output } = await run(command)
    // The docs check private addresses only.
    const expected = /porthole check/.test(command) ? 1 : 0
    assert.strictEqual(code, expected, output)
  })

  it("are all found", () => {
    assert.isAtLeast(commandsIn("README.md").length + commandsIn("docs/getting-started.md").length, 10)
  })
})
