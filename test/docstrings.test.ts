/**
 * The examples in docstrings: each one and each block of a page is TypeScript, and one that prints is run, without a
 * network, and prints what the comment beside says. The compiler checks all of them (`docstrings.long.test.ts`).
 */
import { afterAll, assert, describe, it, vi } from "vitest"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"
import { type Example, examples, fileOf, programFolder } from "./Examples.ts"
import { snippets } from "./Snippets.ts"

const programs = programFolder()
afterAll(() => programs[Symbol.dispose]())

/** The texts that an example prints, by its comments. */
const printedBy = ({ code }: Example): ReadonlyArray<string> =>
  [...code.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(([, text = ""]) => text)

describe("the example of", () => {
  it("each name that a user imports first exists", () => {
    assert.includeMembers(
      examples.map(({ name }) => name),
      [
        "createWebTools.createWebTools",
        "WebTools.layer",
        "WebTools.layerNode",
        "WebToolkit.toolkit",
        "DocsSite.layer",
        "webSearch.webSearch",
        "webFetch.webFetch",
        "WebBackend.layer",
        "Searxng.searxng",
        "PinnedPage.extract",
        "DocumentExtractor.layer",
        "ai.toAiTools",
      ],
    )
  })

  it("every docstring, and every block of a page, is TypeScript", () => {
    assert.isAtLeast(snippets.length, 50)
    for (const { code } of [...examples, ...snippets]) assert.doesNotThrow(() => parseAst(code, { lang: "ts" }))
  })

  const printing = examples.filter((example) => printedBy(example).length > 0)

  it.each(printing)("$name prints what it says", async (example) => {
    programs.write(fileOf(example), example.code)
    const printed: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((value) => void printed.push(String(value)))
    await import(join(programs.folder, fileOf(example))).finally(() => log.mockRestore())
    assert.deepStrictEqual(printed, printedBy(example))
  })
})
