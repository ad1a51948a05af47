/** The table of mutants is about the sources as they are; `pnpm mutants` runs it. */
import { assert, describe, it } from "vitest"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { mutants } from "./mutants/all.ts"
import * as Table from "./mutants/Table.ts"
import * as WorkTree from "./mutants/WorkTree.ts"

describe("every mutant", () => {
  it.each(mutants)("$name", ({ coveredBy, edits, tests }) => {
    for (const edit of edits) {
      assert.strictEqual(WorkTree.occurrences(WorkTree.root, edit), 1, `${edit.file}: ${edit.find}`)
    }
    for (const test of tests) assert.isTrue(existsSync(join(WorkTree.root, test)), test)
    if (coveredBy !== undefined) assert.include(names, coveredBy)
  })

  it("has a name of its own", () => assert.strictEqual(new Set(names).size, names.length))
})

describe("the verdict", () => {
  const [mutant] = mutants
  const row = (failed: ReadonlyArray<string>, name: string, coveredBy?: string): Table.Row => ({
    mutant: { ...mutant!, name, ...(coveredBy === undefined ? {} : { coveredBy }) },
    outcome: { passed: 9, failed, broken: [] },
  })
  const verdicts = (...rows: ReadonlyArray<Table.Row>) => rows.map((one) => Table.verdictOf(one, rows))

  it("is killed by one red test, and by nothing else", () => {
    assert.deepStrictEqual(verdicts(row(["a"], "1"), row([], "2")), ["killed", "SURVIVED"])
  })

  it("calls a check redundant only where the mutant without both is killed", () => {
    assert.deepStrictEqual(verdicts(row([], "1", "both"), row(["a"], "both")), ["redundant", "killed"])
    assert.deepStrictEqual(verdicts(row([], "1", "both"), row([], "both")), ["SURVIVED", "SURVIVED"])
    assert.deepStrictEqual(verdicts(row([], "1", "both")), ["SURVIVED"])
  })

  it("is an error where a mutant couldn't be made, or a test file couldn't be run", () => {
    const unmade: Table.Row = { mutant: mutant!, outcome: { error: "occurs 0 times" } }
    const unrun: Table.Row = { mutant: mutant!, outcome: { passed: 3, failed: ["a"], broken: ["b.test.ts"] } }
    assert.deepStrictEqual(verdicts(unmade, unrun), ["ERROR", "ERROR"])
  })
})

const names = mutants.map(({ name }) => name)
