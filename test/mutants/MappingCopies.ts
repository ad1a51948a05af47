/**
 * Copies of one provider's package, each with its sources and tests in a folder of its own, all of them in the system's
 * folder for temporary files: nothing is written to the work tree. What is installed is linked.
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative } from "node:path"
import { type Line, packageOf } from "./MappingLines.ts"
import { root } from "./WorkTree.ts"

/** The folder of copies of a provider; disposing of it removes it, the end of the process too. */
export const make = (name: string): Disposable & { readonly folder: string } => {
  const top = mkdtempSync(join(realpathSync(tmpdir()), "porthole-mapping-"))
  const folder = join(top, name)
  mkdirSync(folder)
  writeFileSync(join(top, "package.json"), `{ "type": "module" }\n`)
  symlinkSync(join(root, "node_modules"), join(top, "node_modules"))
  symlinkSync(join(root, "packages", packageOf(name), "node_modules"), join(folder, "node_modules"))
  const remove = () => rmSync(top, { recursive: true, force: true, maxRetries: 3 })
  process.on("exit", remove)
  return { folder, [Symbol.dispose]: () => (process.off("exit", remove), remove()) }
}

/** Adds a copy called `as`, without one line or whole. */
export const add = (folder: string, as: string, line?: Line): void => {
  const name = basename(folder)
  const from = join(root, "packages", packageOf(name))
  for (const part of ["src", "test"]) {
    cpSync(join(from, part), join(folder, as, part), {
      recursive: true,
      filter: (source) => !needsMore.test(source) && !isOfAnother(name, source),
    })
  }
  if (line !== undefined) writeFileSync(join(folder, as, relative(from, join(root, line.file))), line.without)
}

/** The copy that a file is of. */
export const copyOf = (folder: string, file: string): string => relative(folder, file).split("/")[0] ?? ""

// --- private --------------------------------------------------------------------------

/** Tests of servers that have to be installed, or that ask the provider itself. */
const needsMore = /(?:\.integration|\/live)\.test\.ts$/

/** Whether it is a test of another provider of the same package. */
const isOfAnother = (name: string, source: string): boolean =>
  packageOf(name) === "providers" && source.endsWith(".test.ts") && !basename(source).startsWith(`${name}.`)
