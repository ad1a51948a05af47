import { spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { connect, listingTools } from "./support/mcpClient.ts"
import { folder, packed as entry } from "./support/packed.ts"
import { bin, linesOf, porthole } from "./support/porthole.ts"

describe("the sources", () => {
  it("run as they are, as a command and as a server", async () => {
    assert.match((await porthole(["--version"], { entry: bin })).stdout, /^porthole \d/)
    const refused = await porthole(["fetch", "http://127.0.0.1/", "--json"], { entry: bin })
    assert.deepInclude(linesOf(refused.stdout)[0], { reason: "private_or_metadata_target" })
    const client = await connect(["mcp"], {}, bin)
    assert.lengthOf((await client.listTools()).tools, 3)
    await client.close()
  })
})

/** A module that lists the files that its process loads, on stderr. */
const recorder = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module"
const load = (url, context, next) => (process.stderr.write("loaded " + url + "\\n"), next(url, context))
registerHooks({ load })`)}`

const env = { NODE_OPTIONS: `--import=${recorder}` }
const loadedIn = (stderr: string) => Array.from(stderr.matchAll(/^loaded (.*)/gm), ([, url = ""]) => url)

describe("an MCP server", () => {
  it.each([
    ["", {}],
    [", nor a browser where pages are rendered", { PORTHOLE_RENDER: "auto" }],
  ])("loads no transport, reader or store to list its tools%s", async (_, settings) => {
    const { stderr, stdout } = await porthole(["mcp"], {
      entry: bin,
      env: { ...env, ...settings },
      input: listingTools,
    })
    assert.include(stdout, "web_search_and_fetch")
    const loaded = loadedIn(stderr)
    assert.isTrue(loaded.some((url) => url.endsWith("/tools/src/node/node.ts")))
    const heavy = /\/node_modules\/undici\/|\/packages\/(?:backend-|extract|store-|providers\/)/
    assert.deepStrictEqual(
      loaded.filter((url) => heavy.test(url)),
      [],
    )
  })
})

describe("the main thread", () => {
  it("loads no parser to read a page: the reader's process does", async () => {
    const page = join(folder, "parsed.html")
    writeFileSync(page, "<h1>Title</h1><p>Words")
    const { stderr, stdout } = await porthole(["extract", page, "--url", "http://a.test/"], { entry: bin, env })
    assert.include(stdout, "Words")
    const loaded = loadedIn(stderr)
    assert.isTrue(loaded.some((url) => url.endsWith("/extract/src/DocumentExtractor.ts")))
    assert.deepStrictEqual(
      loaded.filter((url) => /linkedom|htmlparser2|css-select|\/extract\/src\/(?:tree|html\/Pipeline)/.test(url)),
      [],
    )
  })
})

/** A folder with the packed command, and nothing above it. */
const lonely = mkdtempSync(join(tmpdir(), "porthole-lonely-"))
cpSync(folder, join(lonely, "dist"), { recursive: true })
afterAll(() => rmSync(lonely, { recursive: true }))

const posing =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})'

/** An old Node on PATH, if there is one, and this Node as it would pose as one. */
const oldNodes = [
  ["a Node that poses as an old one", [process.execPath, "--import", posing]],
  ...(process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "node"))
    .filter((file) => existsSync(file) && spawnSync(file, ["--version"], { encoding: "utf8" }).stdout.startsWith("v20"))
    .slice(0, 1)
    .map((file) => ["Node 20", [file]] as const),
] as const
// oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
if (oldNodes.length === 1) console.warn("SKIPPED: the command on Node 20: PATH has none.")

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

  describe.each(oldNodes)("on %s", (_, started) => {
    /** Starts the command where it finds no other Node than those in these folders. */
    const start = (program: string, args: ReadonlyArray<string>, ...folders: ReadonlyArray<string>) => {
      const env = { PATH: folders.join(delimiter), HOME: lonely, NVM_DIR: join(lonely, "nvm") }
      const [file = "", ...flags] = started
      return spawnSync(file, [...flags, program, ...args], { encoding: "utf8", env, input: "" })
    }

    it("names the Node that it needs in one sentence, where it finds none", () => {
      for (const args of [["--version"], ["mcp"]]) {
        const { status, stderr, stdout } = start(join(lonely, "dist/porthole.js"), args)
        assert.match(stderr, /^porthole: This needs Node 24 or newer; this is Node 20\.\d+\.\d+\.\n$/)
        assert.deepStrictEqual({ status, stdout }, { status: 1, stdout: "" })
      }
    })

    it("runs on the Node that is installed beside it, with its exit code", () => {
      assert.match(start(entry, ["--version"]).stdout, /^porthole \d/)
      assert.strictEqual(start(entry, ["check", "--offline", "http://printer/"]).status, 1)
    })

    it.each([
      ["PATH", "bin/node24"],
      ["a version manager", "nvm/versions/node/v24.1.0/bin/node"],
    ])("runs on a Node of %s", (_, path) => {
      const link = join(lonely, path)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(process.execPath, link)
      assert.match(start(join(lonely, "dist/porthole.js"), ["--version"], join(lonely, "bin")).stdout, /^porthole \d/)
      rmSync(link)
    })
  })

  it("searches for no other Node on this one", async () => {
    const { stderr } = await porthole(["--version"], { entry, env })
    assert.isNotEmpty(loadedIn(stderr))
    assert.isEmpty(loadedIn(stderr).filter((url) => url.includes("NewerNode")))
  })

  it("has an entry that an old Node can load: no named import that it lacks", () => {
    assert.notMatch(readFileSync(entry, "utf8"), /import\s*\{[^}]*enableCompileCache/)
  })

  it("shows help and version", async () => {
    assert.include((await porthole(["--help"], { entry })).stdout, "SUBCOMMANDS")
    assert.match((await porthole(["--version"], { entry })).stdout, /^porthole \d/)
  })

  it.each([
    ["is not there", "/proc/nowhere"],
    ["is relative", "nowhere"],
    ["is a file", entry],
  ])("starts without a compile cache where its folder %s", async (_, XDG_CACHE_HOME) => {
    const { code, stderr } = await porthole(["--version"], { entry, env: { XDG_CACHE_HOME } })
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    assert.isFalse(existsSync("nowhere"))
  })

  it.skipIf(process.platform === "win32")("has a compile cache only where no other user can write", async () => {
    const cache = mkdtempSync(join(tmpdir(), "porthole-cache-"))
    for (const [mode, isUsed] of [
      [0o777, false],
      [0o1777, false],
      [0o700, true],
    ] as const) {
      chmodSync(cache, mode)
      await porthole(["--version"], { entry, env: { XDG_CACHE_HOME: cache } })
      assert.strictEqual(existsSync(join(cache, "porthole/compiled")), isUsed)
    }
  })

  it.skipIf(process.platform === "win32")("has none where another user can write on the way to it", async () => {
    const home = mkdtempSync(join(tmpdir(), "porthole-home-"))
    const folders = [".cache", ".cache/porthole", ".cache/porthole/compiled"].map((name) => join(home, name))
    mkdirSync(join(home, ".cache/porthole/compiled"), { recursive: true, mode: 0o700 })
    const start = () => porthole(["--version"], { entry, env: { HOME: home, XDG_CACHE_HOME: "", LOCALAPPDATA: "" } })
    for (const open of folders) {
      chmodSync(open, 0o777)
      const { code, stderr } = await start()
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      assert.isEmpty(readdirSync(join(home, ".cache/porthole/compiled")))
      chmodSync(open, 0o700)
    }
    await start()
    assert.isNotEmpty(readdirSync(join(home, ".cache/porthole/compiled")))
  })

  it("answers initialize and lists the tools", async () => {
    const { code, stdout } = await porthole(["mcp"], { entry, input: listingTools })
    assert.strictEqual(code, 0)
    assert.strictEqual(linesOf(stdout).length, 2)
    assert.include(stdout, "web_search_and_fetch")
  })

  it("has the reader, the transport and the search", async () => {
    const page = join(folder, "page.html")
    writeFileSync(page, "<h1>Title</h1><p>Words")
    const extracted = await porthole(["extract", page, "--url", "http://a.test/", "--json"], { entry })
    assert.strictEqual(extracted.code, 0, extracted.stderr)
    const fetched = await porthole(["fetch", "http://no-such-host.invalid/", "--json"], { entry })
    assert.deepInclude(linesOf(fetched.stdout)[0], { error: "http_error", reason: "target_unreachable" })
    const searched = await porthole(["search", "x", "--json"], { entry })
    assert.deepInclude(linesOf(searched.stdout)[0], { reason: "wikipedia_unreachable" })
    const checked = await porthole(["check", "http://no-such-host.invalid/", "--json"], { entry })
    assert.deepInclude(linesOf(checked.stdout)[0], { reason: "target_unreachable" })
  })
})
