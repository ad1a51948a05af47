/** A provider loads the kit and the named shared files, and nothing of another provider. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const source = join(import.meta.dirname, "../packages/providers/src")

/** All imports of a file, directly or through other files: paths within this package, and package names. */
const closureOf = (file: string, seen: Set<string> = new Set()): ReadonlySet<string> => {
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport\()\s*"([^"]+)"/g)) {
    const found = specifier.startsWith(".") ? join(dirname(file), specifier) : specifier
    if (seen.has(found)) continue
    seen.add(found)
    if (specifier.startsWith(".")) closureOf(found, seen)
  }
  return seen
}

/** The kernel, the kit and what the providers share, as seen from the package's sources. */
const isCommon = (name: string): boolean => /^(?:effect\/|@porthole\/(?:core|provider-kit|stores)$|shared\/)/.test(name)

const foreign = (provider: string): ReadonlyArray<string> =>
  Array.from(closureOf(join(source, provider)), (found) =>
    found.startsWith(source) ? relative(source, found) : found,
  ).filter((name) => !isCommon(name))

describe("a provider loads nothing of another:", () => {
  it.each(globSync("*.ts", { cwd: source }))("%s", (provider) => {
    assert.deepStrictEqual(foreign(provider), provider === "duckduckgo.ts" ? ["linkedom"] : [])
  })
})
