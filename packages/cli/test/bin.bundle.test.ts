/** Tests the packed command as a program: what it has, what it loads, and on which Node and with which cache it runs. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { compileCacheTests, modes, onTheWay, onTheWayTests, places } from "./support/compileCache.ts"
import { assertLight, loadedIn, recording } from "./support/loaded.ts"
import { oldNodeTests, places as oldNodes, poser } from "./support/oldNodes.ts"
import { packed as entry } from "./support/packed.ts"
import { linesOf, porthole } from "./support/porthole.ts"

describe("an MCP server from its sources", () => {
  it("loads no transport, reader or store to list its tools", () => assertLight({}))
})

oldNodeTests("a Node that poses as an old one", poser, oldNodes.slice(0, 1))

describe("the packed command", () => {
  it("is packed with the unit of systemd and the skill for agents", () => {
    const cli = join(import.meta.dirname, "..")
    const { files }: { readonly files: ReadonlyArray<string> } = JSON.parse(
      readFileSync(join(cli, "package.json"), "utf8"),
    )
    for (const file of ["assets/porthole.service", "skills/porthole/SKILL.md"]) {
      assert.isTrue(existsSync(join(cli, file)), file)
      assert.include(files, file.split("/")[0])
    }
  })

  it("keeps its shebang", () => {
    assert.isTrue(readFileSync(entry, "utf8").startsWith("#!/usr/bin/env node\n"))
  })

  it("searches for no other Node on this one", async () => {
    const { stderr, stdout } = await porthole(["--version"], { env: recording })
    assert.match(stdout, /^porthole \d/)
    assert.isNotEmpty(loadedIn(stderr))
    assert.isEmpty(loadedIn(stderr).filter((url) => url.includes("NewerNode")))
  })

  it("has an entry that an old Node can load: no named import that it lacks", () => {
    assert.notMatch(readFileSync(entry, "utf8"), /import\s*\{[^}]*enableCompileCache/)
  })

  it("has an entry that loads only the handling of signals before the compile cache is on", () => {
    const imports = readFileSync(entry, "utf8").matchAll(/\bimport\b[^("'`]*["'](\.[^"']+)["']/g)
    assert.deepStrictEqual(
      Array.from(imports, ([, path = ""]) => path.replace(/-[\w-]+\.js$/, "")),
      ["./signals"],
    )
  })

  it("shows its help", async () => {
    assert.include((await porthole(["--help"])).stdout, "SUBCOMMANDS")
  })

  compileCacheTests({ places, modes: modes.slice(1) })
  onTheWayTests(onTheWay.slice(0, 1))

  it("has the reader and the transport", async () => {
    const folder = mkdtempSync(join(tmpdir(), "porthole-packed-"))
    const page = join(folder, "page.html")
    writeFileSync(page, "<h1>Title</h1><p>Words")
    const extracted = await porthole(["extract", page, "--url", "http://a.test/", "--json"])
    rmSync(folder, { recursive: true })
    assert.strictEqual(extracted.code, 0, extracted.stderr)
    const fetched = await porthole(["fetch", "http://no-such-host.test/", "--json"])
    assert.deepInclude(linesOf(fetched.stdout)[0], { error: "http_error", reason: "target_unreachable" })
  })
})
