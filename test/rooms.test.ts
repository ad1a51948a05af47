/** Files don't import each other in circles, and a room (a folder of a package's source) imports only rooms below it. */
import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const packages = join(import.meta.dirname, "../packages")

/** Every file of a package's source and the files of it that it imports, types and late imports included. */
const importsOf = (name: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const source = join(packages, name, "src")
  return new Map(
    globSync("**/*.ts", { cwd: source }).map((file) => {
      const code = readFileSync(join(source, file), "utf8").replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
      const found = code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+\.ts)"/g)
      return [file, Array.from(found, ([, target = ""]) => join(dirname(file), target))]
    }),
  )
}

/** A circle of files, or nothing. */
const circleIn = (imports: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const done = new Set<string>()
  const follow = (file: string, path: ReadonlyArray<string>): ReadonlyArray<string> => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...path, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of imports.keys()) {
    const circle = follow(file, [])
    if (circle.length > 0) return circle
  }
  return []
}

const roomOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : file)

/** Imports that go from a room to one that doesn't stand before it in the list. */
const upward = (
  imports: ReadonlyMap<string, ReadonlyArray<string>>,
  rooms: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => roomOf(target) !== roomOf(file))
      .filter((target) => !(rooms.indexOf(roomOf(target)) < rooms.indexOf(roomOf(file))) || !rooms.includes(roomOf(target)))
      .map((target) => `${file} imports ${target}`),
  )

const names = globSync("*", { cwd: packages })

describe("files", () => {
  it.each(names)("of %s don't import each other in circles", (name) => {
    assert.deepStrictEqual(circleIn(importsOf(name)), [])
  })

  it("would be caught in a circle", () => {
    const imports = new Map([
      ["a.ts", ["b.ts"]],
      ["b.ts", ["c.ts"]],
      ["c.ts", ["b.ts"]],
    ])
    assert.deepStrictEqual(circleIn(imports), ["b.ts", "c.ts", "b.ts"])
  })
})
