/**
 * `pnpm new:provider NAME [TITLE]`: makes a working provider for an imaginary API, for its author to change: its file,
 * its test with the suite, and its line in the registry. The file is the example of docs/write-a-provider.md under that
 * name.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NewProvider from "./NewProvider.ts"

const root = join(import.meta.dirname, "../../..")

/** Writes the three files, then the generated ones. */
const make = (name: string, title: string): void => {
  const place = "packages/tools/src/providers/Providers.ts"
  const registry = join(root, place)
  const registered = NewProvider.registered(readFileSync(registry, "utf8"), name)
  if (registered === undefined) throw new Error(`${place} has no table "load"`)
  const example = readFileSync(join(root, "examples/src/acme-search.ts"), "utf8")
  writeFileSync(join(root, `packages/providers/src/${name}.ts`), NewProvider.sourceOf(example, name, title))
  writeFileSync(join(root, `packages/providers/test/${name}.test.ts`), NewProvider.testOf(name, title))
  writeFileSync(registry, registered)
  const made = ["src", "test"].map((folder) => `packages/providers/${folder}`)
  execFileSync(join(root, "node_modules/.bin/oxfmt"), made, { cwd: root, stdio: "ignore" })
  execFileSync(process.execPath, ["--run", NewProvider.generates], { cwd: root, stdio: "inherit" })
  console.log(`Change packages/providers/src/${name}.ts and its test, packages/providers/test/${name}.test.ts:
docs/write-a-provider.md walks through both. The order in which auto asks is that of ${place}.`)
}

const [name = "", title = name.charAt(0).toUpperCase() + name.slice(1)] = process.argv.slice(2)

if (!/^[a-z][a-z0-9]{0,31}$/.test(name)) {
  console.error("pnpm new:provider NAME [TITLE]: expected a name of small letters and digits, such as acme.")
  process.exitCode = 2
} else if (existsSync(join(root, `packages/providers/src/${name}.ts`)) || name === "searxng" || name === "pinned") {
  console.error(`There is a provider ${name} already.`)
  process.exitCode = 1
} else {
  make(name, title)
}
