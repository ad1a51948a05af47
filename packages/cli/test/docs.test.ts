/** Tests `porthole docs` over a folder of documentation and a project, each with indexes of its own. */
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { linesOf } from "./support/porthole.ts"

/** A folder with these files, and the command over its own indexes. */
const setUp = async (files: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), "porthole-docs-"))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const indexes = join(folder, ".indexes")
  return {
    folder,
    indexes,
    run: (args: ReadonlyArray<string>, input = "") =>
      porthole(["docs", ...args], { input, env: { PORTHOLE_DOCS_DIR: indexes } }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const guide = {
  "guide/start.md": "# Start\n\nThe ferry leaves at noon.",
  "guide/tides.html": "<title>Tides</title><h1>Tides</h1><p>The tide is high at six, twice a day and every day.</p>",
  "guide/CHANGELOG.md": "# 1.0\n\nThe ferry.",
}

const manifest = (name: string, version: string, more: object = {}) => JSON.stringify({ name, version, ...more })

describe("porthole docs", () => {
  it("adds a folder, searches it as JSON and as lines, and reads a page by its web address", async () => {
    await using at = await setUp(guide)
    const added = await at.run([
      "add",
      join(at.folder, "guide"),
      "--name",
      "guide@2",
      "--url",
      "https://guide.example/docs",
    ])
    assert.match(added.stdout, /^guide 2: 2 pages, 0\.\d MiB\n$/)
    const line = `${JSON.stringify({ query: "when is the tide high", library: "guide", max_results: 3 })}\n`
    const answers = linesOf((await at.run(["search", "--ndjson"], `${line}nonsense\n${line}`)).stdout)
    assert.lengthOf(answers, 3)
    assert.deepInclude(answers[1], { error: "invalid_request", reason: "query" })
    assert.include(JSON.stringify(answers[1]), "no JSON object")
    assert.deepStrictEqual(answers[0], answers[2])
    const one = linesOf((await at.run(["search", "when is the tide high", "--max-results", "3", "--json"])).stdout)
    assert.deepStrictEqual(one[0], answers[0])
    const [hit] = JSON.parse((await at.run(["search", "tide", "--json"])).stdout).hits
    assert.deepStrictEqual(Object.keys(hit).toSorted(), [
      "content_md",
      "end",
      "heading",
      "library",
      "start",
      "title",
      "url",
      "version",
    ])
    assert.deepInclude(hit, { library: "guide", version: "2", url: "https://guide.example/docs/tides", title: "Tides" })
    const page = await at.run(["fetch", "https://guide.example/docs/start", "--json"])
    assert.deepInclude(JSON.parse(page.stdout), { title: "Start", content_md: guide["guide/start.md"] })
    assert.include((await at.run(["search", "tide"])).stdout, "The tide is high at six")
    assert.match(
      (await at.run(["list"])).stdout,
      /^guide 2: 2 pages.*; left out: changelogs and release notes \(1\)\n$/,
    )
  })

  it("fails for a project of which nothing is installed, and says what to do", async () => {
    await using at = await setUp({ "package.json": manifest("app", "1.0.0", { dependencies: { tides: "4" } }) })
    const { code, stderr } = await at.run(["add", "--for", at.folder])
    assert.deepStrictEqual([code, stderr], [1, "porthole: Not found: tides. Install them first.\n"])
  })

  it("adds every direct dependency of a project, again only what changed, and tells what is missing", async () => {
    await using at = await setUp({
      "package.json": manifest("app", "1.0.0", {
        dependencies: { tides: "4", moon: "1", "go\u001b]0;x\u0007ne": "1" },
        workspaces: ["[ab]"],
      }),
      "node_modules/tides/package.json": manifest("tides", "4.1.0"),
      "node_modules/tides/README.md": "# Tides\n\nCall `high()`.",
      "node_modules/moon/package.json": manifest("moon", "1.0.0"),
    })
    const first = await at.run(["add", "--for", at.folder])
    assert.match(first.stdout, /^tides 4\.1\.0: 1 page, 0\.\d MiB\n$/)
    assert.include(first.stderr, "moon@1.0.0 has no documentation")
    assert.include(first.stderr, "Not found: go]0;xne.")
    assert.include(first.stderr, "aren't read: [ab].")
    assert.include((await at.run(["add", "--for", at.folder])).stdout, "unchanged")
    await writeFile(join(at.folder, "node_modules/tides/package.json"), manifest("tides", "5.0.0"))
    assert.match((await at.run(["add", "--for", at.folder])).stdout, /^tides 5\.0\.0: 1 page, 0\.\d MiB\n$/)
    const { libraries } = JSON.parse((await at.run(["list", "--json"])).stdout)
    assert.lengthOf(libraries, 2)
    assert.strictEqual((await at.run(["remove", "tides@4.1.0"])).code, 0)
    assert.strictEqual((await at.run(["remove", "tides@4.1.0"])).code, 1)
    assert.strictEqual((await at.run(["remove", "tides"])).code, 0)
    assert.deepStrictEqual(await readdir(at.indexes), [])
  })

  it("updates what has changed", async () => {
    await using at = await setUp(guide)
    await at.run(["add", join(at.folder, "guide"), "--name", "guide@2", "--url", "https://guide.example"])
    assert.include((await at.run(["update"])).stdout, "unchanged")
    await writeFile(join(at.folder, "guide/start.md"), "# Start\n\nThe zeppelin leaves at one.")
    assert.notInclude((await at.run(["update"])).stdout, "unchanged")
    const { hits } = JSON.parse((await at.run(["search", "zeppelin", "--json"])).stdout)
    assert.strictEqual(hits[0]?.url, "https://guide.example/start")
  })

  it("tells when a source takes the place of another one", async () => {
    await using at = await setUp({ "one/docs/a.md": "# A\n\nOne.", "two/docs/a.md": "# A\n\nTwo boats." })
    assert.notInclude((await at.run(["add", join(at.folder, "one/docs")])).stderr, "place")
    assert.include((await at.run(["add", join(at.folder, "two/docs")])).stderr, "took the place of what ")
  })

  it.each([
    [["add"], 2, "Name a source"],
    [["add", "a", "--for", "."], 2, "Name a source"],
    [["add", "--for", ".", "--name", "a@1"], 2, "for one source"],
    [["add", "./nothing-here"], 1, "neither an installed package"],
    [["remove", "../x"], 2, "no name"],
    [["search", "tide", "--library", "tides"], 2, "Nothing is indexed yet"],
    [["fetch", "docs://tides@1/a.md"], 2, "Nothing is indexed yet"],
  ])("explains %j", async (args, code, sentence) => {
    await using at = await setUp({})
    const ended = await at.run(args)
    assert.strictEqual(ended.code, code)
    assert.include(ended.stderr, sentence)
    assert.strictEqual(ended.stdout, "")
    assert.isFalse(existsSync(at.indexes))
  })
})
