/** The rule by which lines of mappings become mutants; `pnpm mutants:mapping` tries them. */
import { assert, describe, it } from "vitest"
import { existsSync } from "node:fs"
import { join } from "node:path"
import * as ProviderName from "../packages/tools/src/providers/ProviderName.ts"
import * as MappingLines from "./mutants/MappingLines.ts"
import { reasons } from "./mutants/MappingReasons.ts"
import { root } from "./mutants/WorkTree.ts"

const names: ReadonlyArray<string> = ProviderName.names

it("finds the sources of every provider, and no other", () => {
  assert.deepStrictEqual(MappingLines.providers(), names.toSorted())
})

describe("the lines", () => {
  it.each(names)("of %s are many, and each is another source without it", (name) => {
    const { mutants } = MappingLines.linesOf(name)
    assert.isAtLeast(mutants.length, 10)
    for (const { file, text, without } of mutants) {
      assert.isTrue(existsSync(join(root, file)), file)
      assert.match(text, /\w|["'`]/)
      assert.notMatch(text, /^(?:\/\/|\/?\*|import )/)
      assert.isAbove(without.length, 0)
    }
  })

  it("are those that a program is another one without", () => {
    const source = `/**
 * A mapping
 */
import * as A from "a"
import {
  b,
} from "b"
export { c } from "c"

export interface D {
  readonly e: string
}
// Why
export const f = (query: D) => ({
  q: query.e,
  count: 10,
  ...A.g(
    b,
  ),
})
export const h = {
  i: 1,
}
`
    const told = MappingLines.mappingIn("packages/x/src/X.ts", source).map(({ number, program, text }) =>
      program === undefined ? `unparsable ${number}` : `${number} ${text}`,
    )
    assert.deepStrictEqual(told, [
      "unparsable 10",
      "unparsable 14",
      "15 q: query.e,",
      "16 count: 10,",
      "unparsable 17",
      "18 b,",
      "unparsable 21",
      "22 i: 1,",
    ])
  })
})

it("every line that is excused is there, and says why", () => {
  for (const { file, text, why } of reasons) {
    const found = MappingLines.providers()
      .flatMap((name) => MappingLines.linesOf(name).mutants)
      .filter((line) => line.file === file && line.text === text)
    assert.lengthOf(found, 1, `${file}: ${text}`)
    assert.isAbove(why.length, 20)
  }
})
