/**
 * Files don't import each other in circles, and a room (a folder of a package's source) imports only rooms below it.
 */
import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

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

const roomOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : file)

/** Imports of a room that isn't below. Rooms of the same level may import each other. */
const upward = (
  imports: ReadonlyMap<string, ReadonlyArray<string>>,
  levels: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<string> => {
  const levelOf = (file: string): number => levels.findIndex((rooms) => rooms.includes(roomOf(file)))
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => levelOf(file) < 0 || levelOf(target) < 0 || levelOf(target) > levelOf(file))
      .map((target) => `${file} imports ${target}`),
  )
}

/** The rooms of `extract`, the lowest first. */
const extract = [
  ["isolation"],
  ["tree"],
  ["decode"],
  ["hidden"],
  ["metadata"],
  ["normalise", "clean"],
  ["obstacle"],
  ["content"],
  ["render"],
  ["html"],
  ["formats"],
  ["Reader.ts"],
  ["index.ts"],
]

describe("files", () => {
  it("of packages don't import each other in circles, tests included", () => {
    assert.deepStrictEqual(circleIn(importsIn(packages, "*/{src,test,bin}/**/*.ts")), [])
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

describe("the rooms of extract", () => {
  it("import only rooms below them", () => {
    assert.deepStrictEqual(upward(importsOf("extract"), extract), [])
  })

  it("would be caught importing one above, or one that isn't in the list", () => {
    const imports = new Map([["tree/A.ts", ["formats/B.ts", "unknown/C.ts", "isolation/D.ts"]]])
    assert.deepStrictEqual(upward(imports, extract), [
      "tree/A.ts imports formats/B.ts",
      "tree/A.ts imports unknown/C.ts",
    ])
  })
})

/** The rooms of `serve`, the lowest first. */
const serve = [
  ["Calls.ts", "OwnHosts.ts", "Token.ts", "Caller.ts", "Reply.ts", "RequestPath.ts", "FairPool.ts", "Slots.ts"],
  ["Connections.ts"],
  ["Guard.ts"],
  ["api", "dropin", "mcp", "Status.ts"],
  ["Routes.ts"],
  ["Server.ts"],
  ["index.ts"],
]

describe("the rooms of serve", () => {
  it("import only rooms below them", () => {
    assert.deepStrictEqual(upward(importsOf("serve"), serve), [])
  })
})

describe("the ports of core", () => {
  it("import only the domain, policies and other ports", () => {
    const imports = Array.from(importsOf("core")).filter(([file]) => roomOf(file) === "ports")
    assert.isAbove(imports.length, 5)
    assert.deepStrictEqual(upward(new Map(imports), [["domain", "policy", "ports"]]), [])
  })
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
