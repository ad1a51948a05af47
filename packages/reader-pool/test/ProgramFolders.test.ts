/** Tests that a program runs with the folders that are found for it, and with no other one. clock: real, as files are. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import * as ProgramFolders from "../src/ProgramFolders.ts"

const root = realpathSync(mkdtempSync(join(tmpdir(), "porthole-folders-")))
afterAll(() => rmSync(root, { recursive: true }))

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A package that needs others and prints its name after theirs. */
const pack = (folder: string, name: string, needs: ReadonlyArray<string>): void => {
  const dependencies = Object.fromEntries(needs.map((need) => [need, "*"]))
  write(`${folder}/package.json`, JSON.stringify({ name, type: "module", exports: "./index.js", dependencies }))
  write(`${folder}/index.js`, `${needs.map((need) => `import "${need}"\n`).join("")}console.log("${name}")`)
}

const link = (path: string, target: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  symlinkSync(join(root, target), join(root, path))
}

/** As npm installs them: side by side. */
const npm = "npm/node_modules"
pack(`${npm}/@a/reader`, "@a/reader", ["b"])
pack(`${npm}/b`, "b", ["@c/c"])
pack(`${npm}/@c/c`, "@c/c", [])
pack(`${npm}/other`, "other", [])

/** As pnpm does: each in a folder of its own, with links to what it needs, and to a package of the workspace. */
const store = "pnpm/node_modules/.pnpm"
pack("pnpm/packages/core", "@c/c", [])
pack("pnpm/packages/reader", "@a/reader", ["b"])
pack(`${store}/b@1/node_modules/b`, "b", ["@c/c"])
link("pnpm/packages/reader/node_modules/b", `${store}/b@1/node_modules/b`)
link(`${store}/b@1/node_modules/@c/c`, "pnpm/packages/core")

/** As `npm link` does: a link to a link among the global packages, which leads to a checkout. */
pack("checkout/b", "b", ["@c/c"])
pack("checkout/c", "@c/c", [])
link("checkout/b/node_modules/@c/c", "global/node_modules/@c/c")
link("global/node_modules/@c/c", "checkout/c")
link("global/node_modules/b", "checkout/b")
pack("linked/reader", "@a/reader", ["b"])
mkdirSync(join(root, "linked/reader/node_modules"))
symlinkSync("../../../global/node_modules/b", join(root, "linked/reader/node_modules/b"))

/** The output of a module that may read these folders only. */
const run = (module: string, folders: ReadonlyArray<string>) =>
  spawnSync(process.execPath, ["--permission", ...folders.map((folder) => `--allow-fs-read=${folder}`), module], {
    encoding: "utf8",
    env: {},
  })

describe("the folders of a program", () => {
  it.live.each([
    { by: "npm", module: join(root, npm, "@a/reader/index.js") },
    { by: "pnpm", module: join(root, "pnpm/packages/reader/index.js") },
    { by: "npm link", module: join(root, "linked/reader/index.js") },
  ])("are enough where its packages are installed by $by", ({ module }) =>
    Effect.gen(function* () {
      const { stderr, stdout } = run(module, yield* ProgramFolders.of([pathToFileURL(module)]))
      assert.deepStrictEqual([stdout, stderr], ["@c/c\nb\n@a/reader\n", ""])
    }),
  )

  it.live("are those of what it needs", () =>
    Effect.gen(function* () {
      const found = yield* ProgramFolders.of([pathToFileURL(join(root, npm, "@a/reader/index.js"))])
      assert.deepStrictEqual(
        found.toSorted(),
        ["@a/reader", "@c/c", "b"].map((name) => join(root, npm, name)),
      )
    }),
  )

  it.live("are the module's own without a package, and none for a module that isn't there", () =>
    Effect.gen(function* () {
      write("alone/a.js", "")
      const modules = [pathToFileURL(join(root, "alone/a.js")), pathToFileURL(join(root, "none.js"))]
      assert.deepStrictEqual(yield* ProgramFolders.of(modules), [join(root, "alone")])
      assert.deepStrictEqual(yield* ProgramFolders.of([new URL("data:text/javascript,")]), [])
    }),
  )
})
