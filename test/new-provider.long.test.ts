/** The provider that `pnpm new:provider` makes passes its own test, in a package of its own. */
import { assert, it } from "vitest"
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NewProvider from "../packages/providers/bin/NewProvider.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** A temporary folder with a package of one provider, which finds the packages installed here. */
const packageOf = (name: string, title: string): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "porthole-new-"))
  mkdirSync(join(folder, "own/src"), { recursive: true })
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`)
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  symlinkSync(join(root, "packages/providers/node_modules"), join(folder, "own/node_modules"))
  cpSync(join(root, "packages/providers/test/support"), join(folder, "own/test/support"), { recursive: true })
  const example = read("examples/src/acme-search.ts")
  writeFileSync(join(folder, `own/src/${name}.ts`), NewProvider.sourceOf(example, name, title))
  writeFileSync(join(folder, `own/test/${name}.test.ts`), NewProvider.testOf(name, title))
  return folder
}

it("a new provider passes its own test", () => {
  const folder = packageOf("kelp", "Kelp")
  const report = join(folder, "report.json")
  const flags = ["--root", folder, "--reporter", "json", "--outputFile", report]
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...flags], {
    encoding: "utf8",
    env: { ...process.env, PORTHOLE_LIVE: "" },
  })
  const { numPassedTests }: { readonly numPassedTests: number } = JSON.parse(readFileSync(report, "utf8"))
  rmSync(folder, { recursive: true })
  assert.strictEqual(status, 0, stdout)
  assert.isAbove(numPassedTests, 40)
})
