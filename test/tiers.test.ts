/** The table in test/README.md lists each file of the long tier, and the sample of its kind in `pnpm test`. */
import { assert, describe, it } from "vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sampleOf } from "./tiers/Sample.ts"
import { longest } from "./tiers/longest.ts"

const root = join(import.meta.dirname, "..")

/** The rows of the table, as paths from the root. */
const rows = readFileSync(join(root, "test/README.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, file, proves, sample] = /^\| `([^`]+\.long\.test\.ts)` +\| (.*?) +\| `([^`]+)` +\|$/.exec(line) ?? []
    return file === undefined || proves === undefined || sample === undefined ? [] : [{ file, proves, sample }]
  })

describe("the table of the long tier", () => {
  it("lists its files, each once", () => {
    const files = globSync(["{packages,examples}/**/test/**/*.long.test.ts", "test/*.long.test.ts"], {
      cwd: root,
      exclude: (path) => path.includes("node_modules"),
    })
    assert.isNotEmpty(files)
    assert.deepStrictEqual(rows.map(({ file }) => file).toSorted(), files.toSorted())
  })

  it.each(rows)("names a sample of $file that pnpm test runs", ({ proves, sample }) => {
    assert.isNotEmpty(proves)
    assert.isTrue(existsSync(join(root, sample)), sample)
    assert.match(sample, /(?<!\.long)\.test\.ts$/)
  })
})

it("a run begins with files that exist", () => {
  assert.deepStrictEqual(
    longest.filter((file) => !existsSync(join(root, file))),
    [],
  )
})

describe("a sample", () => {
  const rows = Array.from({ length: 100 }, (_, at) => at)

  it("has the number of rows that is asked for, in their order", () => {
    for (const seed of [0, 1, 2 ** 32 - 1]) {
      const sample = sampleOf(rows, 7, seed)
      assert.lengthOf(sample, 7)
      assert.deepStrictEqual(
        sample.toSorted((one, other) => one - other),
        sample,
      )
    }
    assert.deepStrictEqual(sampleOf(rows, 200), rows)
  })

  it("is the same for one seed, and reaches every row over many", () => {
    assert.deepStrictEqual(sampleOf(rows, 7, 5), sampleOf(rows, 7, 5))
    const met = new Set(rows.flatMap((seed) => sampleOf(rows, 7, seed)))
    assert.lengthOf([...met], 100)
  })
})
