/** Tests the terminal output: layout, colours, the pager. A pipe gets none of them. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { assertPlain, folder, long, pager, plain, short } from "./support/paging.ts"
import { porthole } from "./support/porthole.ts"
import { keyOf, serve, words } from "./support/providers.ts"
import { isMissing, onTerminal } from "./support/terminal.ts"
import { searxng } from "./support/wire/searxng.ts"

/** Each is of the kind of another row. */
const alike = new Set(["--json", "PAGER=cat", "an empty PAGER"])

// oxlint-disable-next-line no-control-regex -- colours are what is looked for
const escape = /\u001b\[\d+m/

describe.skipIf(isMissing())("on a terminal", () => {
  it("a page has wrapped lines, set off headings, and links by their text; a short one no pager", async () => {
    const { code, shown } = await onTerminal(["extract", short], { columns: 40, env: pager })
    assert.strictEqual(code, 0)
    assert.notInclude(shown, "paged>")
    assert.include(shown, "\u001b[1mHarbour\u001b[22m")
    assert.include(shown, "\u001b[1mevery boat\u001b[22m")
    assert.notInclude(shown, "tides.test")
    // oxlint-disable-next-line no-control-regex -- colours take no columns
    const page = shown.replace(/\u001b\[\d+m/g, "").replace(/^porthole: .*$/m, "")
    for (const line of page.split("\n")) assert.isAtMost(line.length, 40, line)
  })

  it("that says no size, text is as wide as on one of 80 columns, and needs no pager", async () => {
    const { shown } = await onTerminal(["extract", short], { columns: 0, rows: 0, env: pager })
    assert.notInclude(shown, "paged>")
    assert.isTrue(shown.split("\n").some((line) => line.length > 60))
  })

  it("hits are wrapped below their titles, without colours under NO_COLOR", async () => {
    const provider = await serve(searxng)
    const { code, shown } = await onTerminal(["search", words, "--max-results", "1"], {
      columns: 40,
      env: { ...provider.env, ...keyOf(searxng), NO_COLOR: "1" },
    })
    provider.close()
    assert.strictEqual(code, 0)
    assert.match(shown, /1\. \S.*\n {3}\S/)
    assert.notMatch(shown, escape)
  })

  it("a long page goes through PAGER", async () => {
    const { code, shown } = await onTerminal(["extract", long], { env: pager })
    assert.strictEqual(code, 0)
    for (const line of shown.trimEnd().split("\n")) assert.match(line, /^(?:\rReading…[^]*)?paged> /)
    assert.include(shown, " 19")
  })

  it.each(plain.filter(([name]) => !alike.has(name)))("a long page is written without a pager with %s", assertPlain)

  it("a pager that its user leaves early is no error", async () => {
    const { code, shown } = await onTerminal(["extract", long], { env: { PAGER: "head -n 1" } })
    assert.deepStrictEqual([code, shown.trimEnd().split("\n").length], [0, 1])
  })

  it("porthole init shows the entry and asks for confirmation", async () => {
    const file = join(folder, "mcp.json")
    const refused = await onTerminal(["init", "cursor", "--file", file], { types: "n", rows: 40 })
    assert.strictEqual(refused.code, 1)
    assert.include(refused.shown, '"mcpServers"')
    assert.notInclude(readdirSync(folder).join(), "mcp.json")
    const agreed = await onTerminal(["init", "cursor", "--file", file], { types: "y", rows: 40 })
    assert.strictEqual(agreed.code, 0, agreed.shown)
    assert.isDefined(JSON.parse(readFileSync(file, "utf8")).mcpServers.porthole)
  })
})

describe("in a pipe", () => {
  it("a long page is its Markdown, with any PAGER", async () => {
    const { stdout } = await porthole(["extract", long], { env: { ...pager, TERM: "xterm" } })
    assert.include(stdout, "**every boat** that knows the [tide](https://tides.test/table) and pays the fee.")
    assert.notInclude(stdout, "paged>")
    assert.notMatch(stdout, escape)
  })
})
