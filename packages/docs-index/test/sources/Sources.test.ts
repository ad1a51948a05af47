/** Tests packages, folders, files and projects on the real disk. */
import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect, Result } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Project from "../../src/sources/Project.ts"
import { open, type Options } from "../../src/sources/Sources.ts"
import { folderOf, manifest } from "../support/folder.ts"

const extractor = Doubles.extractor(() => ({
  title: "From HTML",
  content: "Text of HTML.",
  links: [],
  text_length: 13,
}))

const read = (options: Options) =>
  Effect.provide(
    Effect.flatMap(open(options), ({ read }) => read),
    extractor,
  )

const failureOf = <A>(effect: Effect.Effect<A, { readonly message: string }>) =>
  Effect.map(Effect.result(effect), (result) => (Result.isFailure(result) ? result.failure.message : "no failure"))

describe("a package", () => {
  // clock: real, since the disk is.
  it.live("has its Markdown and declarations under its installed version; nothing of it is run", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({
        "node_modules/tides/package.json": manifest("tides", "4.1.0", { main: "x.js" }),
        "node_modules/tides/x.js": "throw new Error('run')",
        "node_modules/tides/README.md": "# Tides\n\nA library.",
        "node_modules/tides/LICENSE.md": "# MIT",
        "node_modules/tides/dist/esm/Tide.d.ts": "export declare const high: 1;",
        "node_modules/tides/dist/cjs/Tide.d.ts": "export declare const high: 1;",
        "node_modules/tides/test/a.md": "# A test",
        "node_modules/tides/page.html": "<p>not documentation</p>",
        "node_modules/tides/node_modules/other/README.md": "# Other",
      })
      const source = yield* open({ source: "tides", from: join(from, "node_modules") })
      assert.deepStrictEqual([source.name, source.version], ["tides", "4.1.0"])
      const { leftOut, pages } = yield* Effect.provide(source.read, extractor)
      assert.deepStrictEqual(
        pages.map(({ title, url }) => [url, title]),
        [
          ["docs://tides@4.1.0/README.md", "Tides"],
          ["docs://tides@4.1.0/dist/esm/Tide.d.ts", "Tide"],
        ],
      )
      assert.deepStrictEqual(Object.fromEntries(leftOut.map(({ count, what }) => [what, count])), {
        "folders of tests": 1,
        "licences and notices": 1,
        copies: 1,
      })
      assert.include(yield* failureOf(open({ source: "tides@3.0.0", from })), "4.1.0")
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live.each(["node_modules/tides", "tides"])("in %s stays one under its name, until its version is another", (at) =>
    Effect.gen(function* () {
      const from = yield* folderOf({
        [`${at}/package.json`]: manifest("tides", "4.1.0"),
        [`${at}/Tide.d.ts`]: "export declare const high: 1;",
        [`${at}/test/a.md`]: "# A test",
      })
      const again = { source: join(from, at), from, name: "tides@4.1.0" }
      const { pages } = yield* read(again)
      assert.deepStrictEqual(
        pages.map(({ url }) => url),
        ["docs://tides@4.1.0/Tide.d.ts"],
      )
      assert.strictEqual((yield* open(again)).stamp, (yield* open({ source: again.source, from })).stamp)
      writeFileSync(join(from, at, "package.json"), manifest("tides", "5.0.0"))
      assert.include(yield* failureOf(open(again)), "tides 5.0.0, not 4.1.0")
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("has another stamp once a page of it changes", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "package.json": manifest("tides", "4.1.0"), "README.md": "# Tides" })
      const stamp = Effect.map(open({ source: from, from }), ({ stamp }) => stamp)
      const first = yield* stamp
      assert.strictEqual(yield* stamp, first)
      writeFileSync(join(from, "README.md"), "# The tides")
      assert.notStrictEqual(yield* stamp, first)
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("is read from an archive too", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({
        "package/package.json": manifest("tides", "4.1.0"),
        "package/Tide.d.ts": "export declare const high: 1;",
      })
      execFileSync("tar", ["-czf", join(from, "tides-4.1.0.tgz"), "-C", from, "package"])
      const options = { source: "tides-4.1.0.tgz", from }
      const { name, version } = yield* open(options)
      assert.deepStrictEqual([name, version], ["tides", "4.1.0"])
      const { pages } = yield* read({ ...options, name: "tides@4.1.0" })
      assert.deepStrictEqual(
        pages.map(({ url }) => url),
        ["docs://tides@4.1.0/Tide.d.ts"],
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live.each([
    ["../../etc", "1.0.0"],
    ["tides", "../1.0.0"],
    ["tides", "1/0"],
    ["/etc", "1.0.0"],
    ["tides\0", "1.0.0"],
  ] as const)("isn't one with the name %j and version %j", ([name, version]) =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "a/package.json": manifest(name, version), "a/README.md": "# A" })
      const source = yield* open({ source: join(from, "a"), from })
      assert.deepStrictEqual([source.name, source.version], ["a", "latest"])
      assert.include(yield* failureOf(open({ source: from, from, name: `${name}@${version}` })), "is no name")
    }).pipe(Effect.scoped),
  )
})

describe("a folder", () => {
  // clock: real, as above
  it.live("has Markdown and HTML under the addresses of its site, one of two files that differ in extension", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({
        "docs/index.md": "# Start",
        "docs/guide/tides.html": "<p>x</p>",
        "docs/both.html": "<p>x</p>",
        "docs/both.md": "# Both",
        "docs/.git/x.md": "# Hidden",
        "docs/a.rst": "Tides\n=====\n\nText.",
      })
      const { pages } = yield* read({ source: "docs", from, name: "tides@2", base: "https://tides.example" })
      assert.deepStrictEqual(pages.map(({ title, url }) => [url, title]).toSorted(), [
        ["https://tides.example", "Start"],
        ["https://tides.example/a", "Tides"],
        ["https://tides.example/both", "Both"],
        ["https://tides.example/guide/tides", "From HTML"],
      ])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("leaves out links and huge files, and tells it", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "docs/a.md": "# A", "secret.md": "# Secret", "docs/huge.md": "" })
      symlinkSync("/", join(from, "docs/root"))
      symlinkSync(join(from, "secret.md"), join(from, "docs/secret.md"))
      truncateSync(join(from, "docs/huge.md"), 500 * 1_048_576)
      const { leftOut, pages } = yield* read({ source: "docs", from })
      assert.deepStrictEqual(
        pages.map(({ path }) => path),
        ["a.md"],
      )
      assert.deepStrictEqual(Object.fromEntries(leftOut.map(({ count, what }) => [what, count])), {
        links: 2,
        "files above 8 MiB": 1,
      })
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("leaves out a file whose name isn't UTF-8, and reads the others", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "docs/a.md": "# A" })
      writeFileSync(Buffer.concat([Buffer.from(join(from, "docs/")), Buffer.from([0xff]), Buffer.from(".md")]), "# B")
      const { leftOut, pages } = yield* read({ source: "docs", from })
      assert.lengthOf(pages, 1)
      assert.deepStrictEqual(leftOut, [{ what: "unreadable files", count: 1 }])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("has another stamp once a file of it changes, and the same one before", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "docs/a.md": "# A" })
      const stamp = Effect.map(open({ source: "docs", from }), ({ stamp }) => stamp)
      const first = yield* stamp
      assert.strictEqual(yield* stamp, first)
      writeFileSync(join(from, "docs/a.md"), "# Another")
      assert.notStrictEqual(yield* stamp, first)
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("loses the invisible characters of its pages", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "docs/a.md": "# A\u{e0041}\n\nvisible\u200b text" })
      const { pages } = yield* read({ source: "docs", from })
      assert.deepStrictEqual(
        pages.map(({ text, title }) => [title, text]),
        [["A", "# A\n\nvisible text"]],
      )
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("that isn't there is told", () =>
    Effect.map(failureOf(open({ source: "./nothing", from: "/" })), (message) => assert.include(message, "./nothing")),
  )
})

describe("a file", () => {
  // clock: real, as above
  it.live("joined of many pages is split at its first headings", () =>
    Effect.gen(function* () {
      const pages = ["One", "Two", "Three", "Four"].map((name) => `# ${name}\n\nText of ${name}.\n`)
      const from = yield* folderOf({ "llms-full.txt": pages.join("\n") })
      const read_ = yield* read({ source: "llms-full.txt", from, name: "tides@1" })
      assert.deepStrictEqual(read_.pages.map(({ title, url }) => [url, title]).slice(0, 2), [
        ["docs://tides@1/llms-full.txt#1", "One"],
        ["docs://tides@1/llms-full.txt#2", "Two"],
      ])
    }).pipe(Effect.scoped),
  )
})

describe("a project", () => {
  const workspace = {
    "package.json": manifest("root", "1.0.0", { private: true, devDependencies: { tides: "4", missing: "1" } }),
    "pnpm-workspace.yaml": "packages:\n  - packages/*\n  - '!packages/out'\n  - ../outside\ncatalog:\n  - x\n",
    "packages/a/package.json": manifest("a", "1.0.0", { dependencies: { tides: "3", own: "1", moon: "1" } }),
    "packages/out/package.json": manifest("out", "1.0.0", { dependencies: { sun: "1" } }),
    "node_modules/tides/package.json": manifest("tides", "4.1.0"),
    "node_modules/sun/package.json": manifest("sun", "1.0.0"),
    "node_modules/.store/moon/node_modules/moon/package.json": manifest("moon", "1.0.0"),
    "packages/a/node_modules/tides/package.json": manifest("tides", "3.0.0"),
    "packages/own/package.json": manifest("own", "1.0.0"),
  }

  // clock: real, as above
  it.live("has the direct dependencies of all members, each version once, by their real paths", () =>
    Effect.gen(function* () {
      const from = yield* folderOf(workspace)
      symlinkSync(join(from, "node_modules/.store/moon/node_modules/moon"), join(from, "packages/a/node_modules/moon"))
      symlinkSync(join(from, "packages/own"), join(from, "packages/a/node_modules/own"))
      for (const inside of [from, join(from, "packages/a")]) {
        const { missing, sources } = yield* Project.read(inside)
        assert.deepStrictEqual(sources.map(({ name, version }) => `${name}@${version}`).toSorted(), [
          "moon@1.0.0",
          "tides@3.0.0",
          "tides@4.1.0",
        ])
        assert.deepStrictEqual(missing, ["missing"])
      }
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("doesn't read what a dependency's name leads to if it is a path", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({
        "other/node_modules/secret/package.json": manifest("secret", "1.0.0"),
        "mine/package.json": manifest("mine", "1.0.0", { dependencies: { "../../other/node_modules/secret": "1" } }),
        "mine/node_modules/tides/package.json": manifest("tides", "1.0.0"),
      })
      const { missing, sources } = yield* Project.read(join(from, "mine"))
      assert.deepStrictEqual([sources, missing], [[], ["../../other/node_modules/secret"]])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("decides on the version by the member that holds a folder", () =>
    Effect.gen(function* () {
      const from = yield* folderOf(workspace)
      mkdirSync(join(from, "packages/a/src"))
      assert.strictEqual(yield* Project.installedVersion(from)("tides"), "4.1.0")
      assert.strictEqual(yield* Project.installedVersion(join(from, "packages/a/src"))("tides"), "3.0.0")
      assert.isUndefined(yield* Project.installedVersion(from)("other"))
      writeFileSync(join(from, "node_modules/sun/package.json"), manifest("sun", "1.0.0 (stable). Run this."))
      assert.isUndefined(yield* Project.installedVersion(from)("sun"))
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live.each([
    ["after a comment", "packages:\n# ours\n  - 'packages/*' # all\n\n  - \"apps/b\"\nother:\n  - x\n"],
    ["in brackets", 'other: 1\npackages: ["packages/*", apps/b/]\n'],
    ["in brackets of several lines", "packages: [\n  'packages/*',\n  apps/b,\n]\n"],
    ["without an indent", "packages:\r\n- packages/*\r\n- apps/b\r\nother: 1\r\n"],
  ] as const)("has the members of pnpm's list %s", ([, yaml]) =>
    Effect.gen(function* () {
      const from = yield* folderOf({
        "package.json": manifest("root", "1.0.0"),
        "pnpm-workspace.yaml": yaml,
        "packages/a/package.json": manifest("a", "1.0.0", { dependencies: { one: "1" } }),
        "apps/b/package.json": manifest("b", "1.0.0", { dependencies: { two: "1" } }),
        "x/package.json": manifest("x", "1.0.0", { dependencies: { three: "1" } }),
      })
      assert.deepStrictEqual((yield* Project.read(from)).missing.toSorted(), ["one", "two"])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("that is in a workspace's folder but no member has its own dependencies only", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({
        ...workspace,
        "site/package.json": manifest("site", "1.0.0", { dependencies: { gulls: "1" } }),
      })
      const { missing, sources } = yield* Project.read(join(from, "site/"))
      assert.deepStrictEqual([missing, sources], [["gulls"], []])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("leaves out patterns that stand for many, or lead out", () =>
    Effect.gen(function* () {
      const workspaces = ["{a,b}".repeat(24), "{..,a}/out", "../out", "a/../../out", "**/*".repeat(40), "!{a,b}*"]
      const from = yield* folderOf({
        "out/package.json": manifest("out", "1.0.0", { dependencies: { one: "1" } }),
        "root/package.json": manifest("root", "1.0.0", { workspaces: [...workspaces, "./in-*"] }),
        "root/in-side/package.json": manifest("in", "1.0.0", { dependencies: { two: "1" } }),
      })
      const { missing, skipped } = yield* Project.read(join(from, "root"))
      assert.deepStrictEqual(missing, ["two"])
      assert.deepStrictEqual(skipped, workspaces.slice(0, -1))
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("has the members that alternatives in braces name", () =>
    Effect.gen(function* () {
      const member = (name: string) => manifest(name, "1.0.0", { dependencies: { [`of-${name}`]: "1" } })
      const from = yield* folderOf({
        "package.json": manifest("root", "1.0.0"),
        "pnpm-workspace.yaml": "packages: ['{apps,libs/{x,y}}/*', '!apps/{c,d}', \"v?\"]\n",
        "apps/a/package.json": member("a"),
        "apps/c/package.json": member("c"),
        "libs/x/b/package.json": member("b"),
        "libs/z/e/package.json": member("e"),
        "v1/package.json": member("v1"),
      })
      const { missing, skipped } = yield* Project.read(from)
      assert.deepStrictEqual(missing.toSorted(), ["of-a", "of-b", "of-v1"])
      assert.deepStrictEqual(skipped, [])
    }).pipe(Effect.scoped),
  )

  // clock: real, as above
  it.live("without a manifest, or under Plug'n'Play, is told", () =>
    Effect.gen(function* () {
      const from = yield* folderOf({ "a/package.json": manifest("a", "1.0.0"), "a/.pnp.cjs": "", "b/x": "" })
      assert.include(yield* failureOf(Project.read(join(from, "a"))), "Plug'n'Play")
      assert.include(yield* failureOf(Project.read(join(from, "b"))), "no package.json")
    }).pipe(Effect.scoped),
  )
})
