/**
 * Files don't import each other in circles, and a room (a folder of a package's source) imports only rooms below it.
 */
import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { rooms } from "./rooms.ts"

const packages = join(import.meta.dirname, "../packages")

/** The files of a folder and their imports of each other, types and dynamic imports included. */
const importsIn = (folder: string, pattern: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    globSync(pattern, { cwd: folder }).map((file) => {
      const code = readFileSync(join(folder, file), "utf8").replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
      const found = code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+\.ts)"/g)
      return [file, Array.from(found, ([, target = ""]) => join(dirname(file), target))]
    }),
  )

/** Every file of a package's source, and its imports from that source. */
const importsOf = (name: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  importsIn(join(packages, name, "src"), "**/*.ts")

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

/** All files of packages, published or not. */
const all = "*/{src,test,bin,train}/**/*.ts"

/** The files that import one of a bench. */
const benchesIn = (imports: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> =>
  [...imports].flatMap(([file, targets]) => (targets.some((target) => target.startsWith("../bench/")) ? [file] : []))

/** The longest listed folder that holds a file, or the file itself. */
const levelIn = (levels: ReadonlyArray<ReadonlyArray<string>>, file: string): number => {
  if (file === "") return -1
  const level = levels.findIndex((rooms) => rooms.includes(file))
  return level >= 0 ? level : levelIn(levels, file.slice(0, Math.max(file.lastIndexOf("/"), 0)))
}

/** Imports of a room that isn't below. Rooms of the same level may import each other. */
const upward = (
  imports: ReadonlyMap<string, ReadonlyArray<string>>,
  levels: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<string> => {
  const levelOf = (file: string): number => levelIn(levels, file)
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => levelOf(file) < 0 || levelOf(target) < 0 || levelOf(target) > levelOf(file))
      .map((target) => `${file} imports ${target}`),
  )
}

describe("files", () => {
  it("of packages don't import each other in circles, tests included", () => {
    assert.deepStrictEqual(circleIn(importsIn(packages, all)), [])
  })

  it("of packages import nothing of the benches, which import them", () => {
    assert.deepStrictEqual(benchesIn(importsIn(packages, all)), [])
    assert.deepStrictEqual(benchesIn(new Map([["a/train/b.ts", ["a/src/c.ts", "../bench/a/d.ts"]]])), ["a/train/b.ts"])
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

describe("the rooms of", () => {
  it("every package are listed", () => {
    const folders = globSync("*/src", { cwd: packages }).map((folder) => dirname(folder))
    assert.deepStrictEqual(Object.keys(rooms).toSorted(), folders.toSorted())
  })

  it.each(Object.entries(rooms))("%s import only rooms below them", (name, levels) => {
    assert.deepStrictEqual(upward(importsOf(name), levels), [])
  })

  it.each(Object.entries(rooms).filter(([, levels]) => levels.length > 1))(
    "%s would be caught importing one above, or one that isn't in the list",
    (name, levels) => {
      const [[lowest = ""] = []] = levels
      const [highest = ""] = levels.at(-1) ?? []
      const fileIn = (room: string) => (room.endsWith(".ts") ? room : `${room}/Planted.ts`)
      const targets = [fileIn(highest), "unknown/Planted.ts", "Unknown.ts"]
      const imports = new Map([...importsOf(name), [fileIn(lowest), targets]])
      const caught = upward(imports, levels)
      for (const target of targets) assert.include(caught, `${fileIn(lowest)} imports ${target}`)
    },
  )
})

/** The numbers of the lines above 120 characters. A regular expression alone on its line may be longer. */
const longLines = (code: string): ReadonlyArray<number> =>
  code
    .split("\n")
    .flatMap((line, at) => (line.length > 120 && !/^\s*\/(?![/*]).*\/[a-z]*,?$/.test(line) ? [at + 1] : []))

describe("lines of source", () => {
  it("have at most 120 characters", () => {
    const files = globSync("*/{src,bin}/**/*.ts", { cwd: packages })
    assert.isAbove(files.length, 300)
    const long = files.flatMap((file) =>
      longLines(readFileSync(join(packages, file), "utf8")).map((line) => `${file}:${line}`),
    )
    assert.deepStrictEqual(long, [])
  })

  it("would be caught at 121", () => {
    const of = (length: number) => "x".repeat(length)
    assert.deepStrictEqual(longLines([of(120), of(121), ` /${of(120)}/u`, `// ${of(120)} /`].join("\n")), [2, 4])
  })
})
