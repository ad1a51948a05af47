/** A release writes its version and the repository's address where the code states them. */
import { assert, describe, it } from "vitest"
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const files = [
  ".changeset/finish-package.mjs",
  ".changeset/state-version.ts",
  ".claude-plugin/plugin.json",
  ".cursor-plugin/plugin.json",
  "packaging/codex/.codex-plugin/plugin.json",
  "gemini-extension.json",
  "packages/cli/package.json",
  "packages/cli/server.json",
  "packages/core/src/domain/settings/Settings.ts",
]

/** Runs `state-version` on these manifests, and returns a file that it writes, by default the kernel's settings. */
const stated = (manifest: object, file = "packages/core/src/domain/settings/Settings.ts"): string => {
  const place = mkdtempSync(join(tmpdir(), "porthole-release-"))
  try {
    for (const file of files) {
      mkdirSync(dirname(join(place, file)), { recursive: true })
      cpSync(join(root, file), join(place, file))
    }
    const text = (of: object) => JSON.stringify({ type: "module", version: "7.8.9", ...of }, null, 2)
    writeFileSync(join(place, "package.json"), text(manifest))
    writeFileSync(join(place, "packages/core/package.json"), text({}))
    execFileSync(process.execPath, [join(place, ".changeset/state-version.ts")], { stdio: "pipe" })
    return readFileSync(join(place, file), "utf8")
  } finally {
    rmSync(place, { recursive: true })
  }
}

describe("a release", () => {
  it.each(["https://git.example/owner/porthole", "git+https://git.example/owner/porthole.git"])(
    "states its version and the address of %s",
    (repository) => {
      const settings = stated({ repository })
      assert.include(settings, 'VERSION = "7.8.9"')
      assert.include(settings, 'PROJECT_URL: string = "https://git.example/owner/porthole"')
    },
  )

  it("names the address in the MCP registry's entry, which names none before", () => {
    const before = JSON.parse(readFileSync(join(root, "packages/cli/server.json"), "utf8"))
    assert.notProperty(before, "websiteUrl")
    const url = "https://github.com/owner/porthole"
    const { name, repository, version, websiteUrl } = JSON.parse(
      stated({ repository: `git+${url}.git` }, "packages/cli/server.json"),
    )
    assert.deepStrictEqual([repository, version, websiteUrl], [{ url, source: "github" }, "7.8.9", url])
    assert.match(before.name, /^invalid\./)
    assert.strictEqual(name, "io.github.owner/porthole")
  })

  it.each([
    ["https://github.com/owner/porthole", "io.github.owner/porthole"],
    ["https://git.example/owner/porthole", "example.git/porthole"],
  ])("names the package in the MCP registry by the owner of %s", (repository, name) => {
    assert.strictEqual(JSON.parse(stated({ repository }, "packages/cli/package.json")).mcpName, name)
  })

  it.each([
    ".claude-plugin/plugin.json",
    ".cursor-plugin/plugin.json",
    "packaging/codex/.codex-plugin/plugin.json",
    "gemini-extension.json",
  ])("states its version in %s", (file) => {
    assert.include(stated({ repository: "https://git.example/owner/porthole" }, file), '"version": "7.8.9"')
  })

  it("fails without an address", () => {
    assert.throws(() => stated({}), /Set `repository`/)
  })

  it("looks for the address before it changes a file", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    const [first, ...then] = scripts["release:version"].split(" && ")
    assert.deepStrictEqual(then, ["changeset version", first])
  })

  it("gives each package a version whose code is published, and no changelog to the others", () => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"))
    const { ignore, privatePackages } = read(".changeset/config.json")
    const manifests = globSync(["packages/*/package.json", "{bench,docs,docs/api,examples}/package.json"], {
      cwd: root,
    }).map(read)
    const contained = new Set(
      manifests.filter((one) => one.private !== true).flatMap(({ dependencies = {} }) => Object.keys(dependencies)),
    )
    const others = manifests.filter((one) => one.private === true && !contained.has(one.name)).map(({ name }) => name)
    // changesets stops if a package depends on one that it skips, so it may not skip all private ones.
    assert.deepStrictEqual(privatePackages, { version: true, tag: false })
    assert.deepStrictEqual(ignore.toSorted(), others.toSorted())
  })

  it("publishes no package without an address, and packs it", () => {
    const place = mkdtempSync(join(tmpdir(), "porthole-publish-"))
    mkdirSync(join(place, ".changeset"))
    mkdirSync(join(place, "packages/core"), { recursive: true })
    for (const file of [".changeset/finish-package.mjs", "LICENSE"]) cpSync(join(root, file), join(place, file))
    for (const file of ["package.json", "packages/core/package.json"]) writeFileSync(join(place, file), "{}")
    const finish = (command: string) =>
      execFileSync(process.execPath, [join(place, ".changeset/finish-package.mjs")], {
        cwd: join(place, "packages/core"),
        env: { npm_command: command },
        stdio: "pipe",
      })
    assert.throws(() => finish("publish"), /Set `repository`/)
    finish("pack")
    assert.isTrue(existsSync(join(place, "packages/core/LICENSE")))
    rmSync(place, { recursive: true })
  })
})
