/**
 * No test is decided by time: each use of a real clock, a timer or a pause in the tests states its reason in a comment
 * that begins with `clock:`, on the line or at most three lines above. A file with live tests states it in its header.
 * A line that begins with a text is a page's own script.
 */
import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Calls that read a clock, start a timer or wait. */
const calls =
  /\b(?:Date\.now|performance\.now|hrtime(?:\.bigint)?|(?:threadC|c)puUsage|resourceUsage|setTimeout|setInterval|sleep|Effect\.(?:timeout\w*|delay)|AbortSignal\.timeout|withLive)\(|\bexcludeTestServices: true/

const live = /\bit\.live(?:\.\w+)*\(/

/** The places in a file that give no reason, as `line: text`. */
const withoutReason = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  const header = /^\/\*\*[^]*?\*\//.exec(text)?.[0] ?? ""
  const hasReason = (at: number): boolean => lines.slice(Math.max(0, at - 3), at + 1).some((line) => isReason(line))
  return lines.flatMap((line, at) => {
    const isBare = calls.test(line) && !/^\s*["'`]/.test(line) && !hasReason(at)
    const isBareLive = live.test(line) && !isReason(header) && !hasReason(at)
    return isBare || isBareLive ? [`${at + 1}: ${line.trim()}`] : []
  })
}

const isReason = (text: string): boolean => /\bclock: \w/i.test(text)

const files = globSync(
  ["packages/*/test/**/*.ts", "packages/test-net/{bin,src}/**/*.ts", "examples/test/**/*.ts", "test/**/*.ts"],
  { cwd: root, exclude: (path) => path.includes("node_modules") },
).filter((file) => file !== "test/clocks.test.ts")

describe("each use of a clock in the tests", () => {
  it("states its reason", () => {
    assert.isAbove(files.length, 500)
    const bare = files.flatMap((file) =>
      withoutReason(readFileSync(join(root, file), "utf8")).map((place) => `${file}:${place}`),
    )
    assert.deepStrictEqual(bare, [])
  })

  it.each([
    ["a pause", "await setTimeout(20)"],
    ["a reading", "const start = performance.now()"],
    ["a deadline", `run.pipe(Effect.timeout("2 s"))`],
    ["a delay", `run.pipe(Effect.delay("2 s"))`],
    ["processor time", "const { user } = process.threadCpuUsage()"],
    ["a live test", `it.live("reads", () => test)`],
  ])("is found: %s", (_, line) => {
    assert.lengthOf(withoutReason(line), 1)
    assert.lengthOf(withoutReason(`// clock: polls until the server listens\n${line}`), 0)
  })
})
