/** Every entry point of every package refuses an old Node when it is imported; `pnpm packed` tries a real one. */
import { assert, it } from "vitest"
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")

/** The entry points of the packages that are published, by the paths of their sources. */
const entries = globSync("packages/*/package.json", { cwd: root }).flatMap((file) => {
  const { exports = {}, private: isPrivate } = JSON.parse(readFileSync(join(root, file), "utf8"))
  const patterns = Object.values<unknown>(exports).filter((path) => typeof path === "string")
  const folder = join(root, dirname(file))
  return isPrivate === true
    ? []
    : patterns.flatMap((path) => globSync(path, { cwd: folder }).map((found) => join(folder, found)))
})

/** Imports each entry in a process that poses as an old Node, and prints why it fails. */
const program = `
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })
  for (const entry of ${JSON.stringify(entries)}) {
    await import(entry).then(() => console.log(entry), ({ message }) => console.log(message))
  }
`

it("every entry point refuses an old Node in one sentence", () => {
  assert.isAtLeast(entries.length, 25)
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
    cwd: root,
  })
  assert.deepStrictEqual(
    stdout.trim().split("\n"),
    entries.map(() => "Porthole needs Node 24 or newer; this is Node 20.20.2."),
  )
})
