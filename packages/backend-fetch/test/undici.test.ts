/** Tests the inside of undici on which `undici.mjs` relies, in a process in which nothing else has loaded undici. */
import { assert, describe, it } from "vitest"
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const part = new URL("../undici.mjs", import.meta.url)
const packages = join(import.meta.dirname, "../..")

/** Loads the part, then the whole library from the same folder, and prints what each has. */
const program = `
  import { createRequire } from "node:module"
  const require = createRequire(${JSON.stringify(part.href)})
  const files = () => Object.keys(require.cache).filter((file) => /[/\\\\]undici[/\\\\]/.test(file))
  const methods = ({ Agent }) => {
    const names = new Set()
    for (let at = Agent.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at))
      for (const name of Object.getOwnPropertyNames(at)) names.add(name)
    return [...names].sort()
  }
  const part = await import(${JSON.stringify(part.href)})
  const before = { files: files(), methods: methods(part) }
  const whole = require("undici")
  const after = { files: files(), methods: methods(whole) }
  const other = Object.keys(part).filter((name) => part[name] !== whole[name])
  console.log(JSON.stringify({ names: Object.keys(part), other, before, after }))
`

const {
  after,
  before,
  names,
  other,
}: Record<"after" | "before", Record<"files" | "methods", ReadonlyArray<string>>> &
  Record<"names" | "other", ReadonlyArray<string>> = JSON.parse(
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }),
)

/** The values that the product's sources import from undici. */
const imported = globSync("*/src/**/*.ts", { cwd: packages }).flatMap((file) => {
  const [, list = ""] = /^import \{([^}]*)\} from "undici"/m.exec(readFileSync(join(packages, file), "utf8")) ?? []
  return list.split(",").flatMap((text) => (/^\s*(?:type\s|$)/.test(text) ? [] : [text.trim()]))
})

describe("the part of undici in the command", () => {
  it("has everything that the sources import, and it is the library's own", () => {
    assert.deepStrictEqual(names.toSorted(), [...new Set(imported)].toSorted())
    assert.deepStrictEqual(other, [])
  })

  it("gives dispatchers the methods that the library's index gives them", () => {
    assert.includeMembers([...before.methods], ["dispatch", "request", "stream", "close", "destroy"])
    assert.deepStrictEqual(before.methods, after.methods)
  })

  it("loads a third of the library, and nothing of fetch and WebSocket", () => {
    assert.isAbove(before.files.length, 10)
    assert.isBelow(before.files.length * 3, after.files.length)
    const web = (files: ReadonlyArray<string>) => files.filter((file) => /[/\\]lib[/\\]web[/\\]/.test(file))
    assert.deepStrictEqual(web(before.files), [])
    assert.isAbove(web(after.files).length, 10)
  })
})
