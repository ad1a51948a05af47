/** Tests the table of promises: each sentence stands on its page, and each of its tests in a file, under its title. */
import { assert, describe, it } from "vitest"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

const file = "docs/evidence/promises.md"
const text = read(file)

/** The tests' files by their names, which the end of the page defines. */
const files = new Map(
  [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, name = "", path = ""]) => [name, join(dirname(file), path)]),
)

interface Row {
  readonly promise: string
  readonly tests: ReadonlyArray<{ readonly name: string; readonly titles: ReadonlyArray<string> }>
}

/** A cell such as `[Guard] "a title", "another one"; [Caller] "a third"`; a cell of another form has none. */
const testsOf = (cell: string): Row["tests"] =>
  [...(form.test(cell) ? cell : "").matchAll(/\[([^\]]+)\]((?:,? "[^"]+")+)/g)].map(([, name = "", titles = ""]) => ({
    name,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
  }))

const form = /^(?:(?:^|; )\[[^\]]+\](?:,? "[^"]+")+)+$/

/** The rows of a section, whose heading links its page. */
const rowsOf = (section: string): ReadonlyArray<Row> =>
  [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)]
    .slice(2)
    .map(([, promise = "", cell = ""]) => ({ promise, tests: testsOf(cell) }))

const pages = text.split(/^## \[\S+\]\(/m).slice(1)
const sections = pages.map((section) => {
  const [path = ""] = section.split(")", 1)
  return { page: join(dirname(file), path), rows: rowsOf(section) }
})

const onOneLine = (words: string): string => words.replace(/\s+/g, " ")

it("three pages have promises", () => {
  assert.deepStrictEqual(
    sections.map(({ page }) => page),
    ["docs/security.md", "docs/serve.md", "docs/rendering.md"],
  )
})

describe.each(sections)("the promises of $page", ({ page, rows }) => {
  it("stand there word by word", () => {
    const words = onOneLine(read(page))
    assert.isAtLeast(rows.length, 25)
    assert.deepStrictEqual(
      rows.map(({ promise }) => promise).filter((promise) => !words.includes(promise)),
      [],
    )
  })

  it("have tests in files that there are, under their titles", () => {
    const missing = rows.flatMap(({ promise, tests }) => {
      if (tests.length === 0) return [`${promise}: no test`]
      return tests.flatMap(({ name, titles }) => {
        const path = files.get(name) ?? ""
        if (path === "" || !existsSync(join(root, path))) return [`${name}: no file`]
        const source = read(path)
        return titles.filter((title) => !isTitle(source, title)).map((title) => `${path}: ${title}`)
      })
    })
    assert.deepStrictEqual(missing, [])
  })
})

/** Whether a test, several or a row of a table has this title. */
const isTitle = (source: string, title: string): boolean =>
  ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`))

it("every file of tests on the page is one of a promise", () => {
  const used = new Set(sections.flatMap(({ rows }) => rows.flatMap(({ tests }) => tests.map(({ name }) => name))))
  assert.sameMembers([...files.keys()], [...used])
})
