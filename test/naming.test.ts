/**
 * A test's file is named for the file that it tests, before the first dot: `Robots.test.ts` and
 * `Robots.hostile.test.ts` test `Robots.ts`. That is a file of the package's source, a program of its `bin`, or one of
 * its tests' own programs.
 */
import { assert, describe, it } from "vitest"
import { globSync } from "node:fs"
import { basename, join } from "node:path"

const packages = join(import.meta.dirname, "../packages")

/** The packages whose tests are named so. */
const named: ReadonlyArray<string> = ["backend-fetch", "test-net"]

const nameOf = (file: string): string => basename(file).replace(/\..*$/, "")

/** The tests for which there is no source file. */
const strayIn = (tests: ReadonlyArray<string>, sources: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = new Set(sources.map(nameOf))
  return tests.filter((test) => !names.has(nameOf(test)))
}

describe("each test's file is named for a source file", () => {
  it.each(named)("in %s", (name) => {
    const cwd = join(packages, name)
    const tests = globSync("test/**/*.test.ts", { cwd })
    assert.isAbove(tests.length, 0)
    assert.deepStrictEqual(strayIn(tests, globSync(["{src,bin}/**/*.ts", "test/programs/*.ts"], { cwd })), [])
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
