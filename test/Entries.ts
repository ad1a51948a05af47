/** The entry points of the packages that are published, and what each says to a Node. */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")

/** The paths of their sources. */
export const entries: ReadonlyArray<string> = globSync("packages/*/package.json", { cwd: root }).flatMap((file) => {
  const { exports = {}, private: isPrivate } = JSON.parse(readFileSync(join(root, file), "utf8"))
  const patterns = Object.values<unknown>(exports).filter((path) => typeof path === "string")
  const folder = join(root, dirname(file))
  return isPrivate === true
    ? []
    : patterns.flatMap((path) => globSync(path, { cwd: folder }).map((found) => join(folder, found)))
})

/** Imports each entry in a process that poses as an old Node; the messages of the failures, or the entry's path. */
export const saidToOldNode = (imported: ReadonlyArray<string>): ReadonlyArray<string> => {
  const program = `
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })
    for (const entry of ${JSON.stringify(imported)}) {
      await import(entry).then(() => console.log(entry), ({ message }) => console.log(message))
    }
  `
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
    cwd: root,
  })
  return stdout.trim().split("\n")
}

/** What each says. */
export const refusal = "Porthole needs Node 24 or newer; this is Node 20.20.2."
