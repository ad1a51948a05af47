/**
 * Hostile text costs linear time: twice the text takes less than three times the processor time, for each regular
 * expression, each function that sees text of a site or a caller, and each document format. A child process measures,
 * since a fault would never end; the guard only ends it.
 */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { findAll, root } from "./expressions/Sources.ts"

/** The lines about growth of a program; its last word if it was killed. */
const growing = (program: string, input = ""): ReadonlyArray<string> => {
  const { stderr, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "growth", program)], {
    cwd: root,
    encoding: "utf8",
    input,
    timeout: 300_000,
    killSignal: "SIGKILL",
    maxBuffer: 2 ** 26,
  })
  const lines = stdout.trim().split("\n")
  const isDone = lines.at(-1) === "done"
  return [
    ...lines.filter((line) => line.startsWith("grows ")),
    ...(isDone ? [] : [`no end: ${lines.at(-1)} ${stderr}`]),
  ]
}

describe("hostile text costs linear time", { timeout: 400_000 }, () => {
  it("in every regular expression", () => {
    assert.deepStrictEqual(growing("patterns.ts", JSON.stringify(findAll().expressions)), [])
  })

  it("and the measurement finds what many matches cost", () => {
    const expression = { source: String.raw`,(?![^(]*\))`, flags: "g", place: "x.ts:1" }
    assert.match(growing("patterns.ts", JSON.stringify([expression]))[0] ?? "", /^grows x\.ts:1/)
  })

  it("in every function that sees text of a site or a caller", () => {
    assert.deepStrictEqual(growing("readers.ts"), [])
  })

  it("in every document format", () => {
    assert.deepStrictEqual(growing("formats.ts"), [])
  })
})
