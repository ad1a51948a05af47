/** Pages on a terminal, and their pager. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert } from "vitest"
import { onTerminal } from "./terminal.ts"

export const folder = mkdtempSync(join(tmpdir(), "porthole-terminal-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

const paragraph =
  "The harbour is open to **every boat** that knows the [tide](https://tides.test/table) and pays the fee."

const write = (name: string, paragraphs: number): string => {
  const path = join(folder, name)
  writeFileSync(
    path,
    `# Harbour\n\n${Array.from({ length: paragraphs }, (_, at) => `${paragraph} ${at}`).join("\n\n")}\n`,
  )
  return path
}

export const long = write("long.md", 20)
export const short = write("short.md", 1)
export const pager = { PAGER: "sed 's/^/paged> /'" }

/** The arguments and variables under which there is no pager. */
export const plain: ReadonlyArray<readonly [string, ReadonlyArray<string>, Readonly<Record<string, string>>]> = [
  ["--no-pager", ["--no-pager"], pager],
  ["--json", ["--json"], pager],
  ["an empty PAGER", [], { PAGER: "" }],
  ["PAGER=cat", [], { PAGER: "cat" }],
  ["TERM=dumb", [], { ...pager, TERM: "dumb" }],
  ["a PAGER that isn't there", [], { PAGER: "/nonexistent/pager" }],
]

export const assertPlain = async (
  _: string,
  flags: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  const { code, shown } = await onTerminal(["extract", long, ...flags], { env })
  assert.strictEqual(code, 0)
  assert.notInclude(shown, "paged>")
  assert.include(shown, " 19")
}
