/** Tests that the table of mutants matches today's sources; `pnpm mutants` runs it. */
import { assert, describe, it } from "vitest"
import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import { mutants } from "./mutants/all.ts"
import * as Table from "./mutants/Table.ts"
import * as WorkTree from "./mutants/WorkTree.ts"
import { areas, folders } from "./mutation/areas.ts"

describe("every mutant", () => {
  it.each(mutants)("$name", ({ edits, tests }) => {
    for (const edit of edits) {
      assert.strictEqual(WorkTree.occurrences(WorkTree.root, edit), 1, `${edit.file}: ${edit.find}`)
    }
    for (const test of tests) assert.isTrue(existsSync(join(WorkTree.root, test)), test)
  })

  it("is one of at most 15", () => {
    assert.isAtMost(mutants.length, 15)
  })

  it("has a name of its own", () => {
    const names = mutants.map(({ name }) => name)
    assert.strictEqual(new Set(names).size, names.length)
  })
})

it("Stryker mutates every file of its areas once", () => {
  const found = (pattern: string | ReadonlyArray<string>) => globSync(pattern, { cwd: WorkTree.root }).toSorted()
  const mutated = Object.values(areas).flatMap((groups) => groups.flatMap(({ sources }) => found(sources)))
  const sources = found(folders.map((folder) => `${folder}/**/*.ts`))
  assert.isAtLeast(sources.length, 25)
  assert.deepStrictEqual(
    mutated.toSorted(),
    sources.filter((file) => !/\/(?:index|NodeNetwork|PinnedFetch)\.ts$/.test(file)),
  )
})

describe("the verdict", () => {
  const [mutant] = mutants
  const verdictOf = (outcome: Table.Row["outcome"]) => Table.verdictOf({ mutant: mutant!, outcome })

  it("is killed by one red test, and by nothing else", () => {
    assert.strictEqual(verdictOf({ passed: 9, failed: ["a"], broken: [] }), "killed")
    assert.strictEqual(verdictOf({ passed: 9, failed: [], broken: [] }), "SURVIVED")
  })

  it("is an error where a mutant couldn't be made, or a test file couldn't be run", () => {
    assert.strictEqual(verdictOf({ error: "occurs 0 times" }), "ERROR")
    assert.strictEqual(verdictOf({ passed: 3, failed: ["a"], broken: ["b.test.ts"] }), "ERROR")
  })
})
