/**
 * A test's file is named for the file that it tests, before the first dot: `Robots.test.ts` and
 * `Robots.hostile.test.ts` test `Robots.ts`. That is a file of the package's source, a program of its `bin`, or one
 * that its tests have of their own: a program, or a table of cases.
 */
import { assert, describe, it } from "vitest"
import { globSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const packages = join(import.meta.dirname, "../packages")

/** The packages that have tests. */
const named = globSync("*/test", { cwd: packages }).map((folder) => dirname(folder))

const nameOf = (file: string): string => basename(file).replace(/\..*$/, "")

/** The tests for which there is no source file. */
const strayIn = (tests: ReadonlyArray<string>, sources: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = new Set(sources.map(nameOf))
  return tests.filter((test) => !names.has(nameOf(test)))
}

const sourcesIn = (cwd: string): ReadonlyArray<string> =>
  globSync(["{src,bin,train,test}/**/*.ts", "*.mjs"], { cwd }).filter((file) => !file.endsWith(".test.ts"))

describe("each test's file is named for a source file", () => {
  it.each(named)("in %s", (name) => {
    const cwd = join(packages, name)
    const tests = globSync("test/**/*.test.ts", { cwd })
    assert.isAbove(tests.length, 0)
    assert.deepStrictEqual(strayIn(tests, sourcesIn(cwd)), [])
  })

  it("and another one would be caught", () => {
    const tests = [
      "test/url/Robots.test.ts",
      "test/Robots.hostile.test.ts",
      "test/robots.test.ts",
      "test/Stray.test.ts",
    ]
    assert.deepStrictEqual(strayIn(tests, ["src/site/Robots.ts"]), ["test/robots.test.ts", "test/Stray.test.ts"])
  })
})
