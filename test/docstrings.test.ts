/**
 * The examples in docstrings, as an editor shows them, and in pages. The compiler checks each one; one of a docstring
 * that prints is run, without a network, and prints what the comment beside says.
 */
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { alike, paths, snippets } from "./Snippets.ts"

const root = join(import.meta.dirname, "..")

interface Example {
  /** The file of the docstring, and the exported name below it. */
  readonly name: string
  readonly code: string
}

/** The blocks of code in a file's docstrings that are whole modules. */
const examplesIn = (file: string): ReadonlyArray<Example> =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(
      /^ \* ```ts\n( \* import [^]*?)^ \* ```\n(?: \*.*\n)*? \*\/\nexport \w+ (\w+)/gm,
    ),
  ].map(([, block = "", exported = ""]) => ({
    name: `${basename(file, ".ts")}.${exported}`,
    code: block.replace(/^ \* ?/gm, ""),
  }))

const examples = globSync("packages/*/src/**/*.ts", { cwd: root }).toSorted().flatMap(examplesIn)

/** The folder of the programs, which may import what the examples of the repository may. */
const parent = join(root, "examples/dist")
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(join(parent, "docstrings-"))

const fileOf = ({ name }: Example) => join(folder, `${name}.ts`)

/** The texts that an example prints, by its comments. */
const printedBy = ({ code }: Example): ReadonlyArray<string> =>
  [...code.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(([, text = ""]) => text)

const compilerOptions = {
  allowImportingTsExtensions: true,
  composite: false,
  declarationMap: false,
  // A run checks only the files that have changed since the one before.
  incremental: true,
  tsBuildInfoFile: join(root, "node_modules/.cache/docstrings.tsbuildinfo"),
  noEmit: true,
  noUnusedLocals: false,
  paths,
  // A page shows an Effect without the program that runs it.
  plugins: [{ name: "@effect/language-service", diagnosticSeverity: { floatingEffect: "off" } }],
  rootDirs: [folder, ...alike],
  rewriteRelativeImportExtensions: false,
}

beforeAll(() => {
  for (const example of examples) writeFileSync(fileOf(example), example.code)
  for (const { code, file } of snippets) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }
  const config = { extends: "../../../tsconfig.base.json", compilerOptions, include: ["**/*.ts"] }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
})

afterAll(() => rmSync(folder, { recursive: true }))

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

  it("every docstring, and every block of a page, passes the strict compiler", () => {
    assert.isAtLeast(snippets.length, 50)
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { encoding: "utf8" })
    assert.strictEqual(stdout, "")
  })

  const printing = examples.filter((example) => printedBy(example).length > 0)

  it.each(printing)("$name prints what it says", async (example) => {
    const printed: Array<string> = []
    const log = vi.spyOn(console, "log").mockImplementation((value) => void printed.push(String(value)))
    await import(fileOf(example)).finally(() => log.mockRestore())
    assert.deepStrictEqual(printed, printedBy(example))
  })
})
