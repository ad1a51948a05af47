/** The table of mutants is about the sources as they are; `pnpm mutants` runs it. */
import { assert, describe, it } from "vitest"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { mutants } from "./mutants/all.ts"
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

const names = mutants.map(({ name }) => name)
