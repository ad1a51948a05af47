import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { linesOf } from "./support/porthole.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-explain-"))
afterAll(() => rmSync(folder, { recursive: true }))

const saved = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const sentence = "The harbour master wrote down each ship that came in before the fog closed the bay. "
const body = `<nav><a href="/">Home</a> Boats Tides</nav><article><p>${sentence.repeat(9)}</p><p hidden>Nobody</p></article>`
const page = saved("page.html", `<!doctype html><html><head><title>The log</title></head><body>${body}</body></html>`)
const note = saved("note.txt", sentence.repeat(9))
const empty = saved("empty.html", "")
const url = "https://example.com/log/"

describe("extract FILE --explain", () => {
  it("prints the stages in order, with their results, and the method of the content", async () => {
    const { code, stdout, stderr } = await porthole(["extract", page, "--url", url, "--explain"])
    assert.strictEqual(code, 0, stderr)
    assert.match(stderr, /^porthole: Removed from the page: .*\n$/)
    const [head, ...lines] = stdout.trimEnd().split("\n")
    assert.strictEqual(head, url)
    assert.match(lines[0] ?? "", /^ {2}parse +\d+ elements +\d+ characters +\d+\.\d ms$/)
    assert.match(lines.at(-2) ?? "", /^ {2}render .* ms {2}markdown$/)
    assert.match(lines.at(-1) ?? "", /^ {2}=> "The log", \d+ characters, \d+ links?, by \w+/)
    assert.notInclude(stdout, "harbour")
    const left = (name: string) =>
      Number(/(\d+) characters/.exec(lines.find((line) => line.startsWith(`  ${name} `)) ?? "")?.[1])
    assert.isBelow(left("hidden"), left("title"))
  })

  it("--json is one document with the same; --extract chooses the rendered form", async () => {
    const { code, stdout } = await porthole(["extract", page, "--url", url, "--explain", "--json", "--extract", "text"])
    assert.strictEqual(code, 0)
    const [value, ...more] = linesOf(stdout)
    assert.strictEqual(more.length, 0)
    assert.containsAllKeys(value, ["path", "stages"])
    const read = await porthole(["extract", page, "--url", url, "--extract", "text"])
    assert.deepInclude(value, { url, title: "The log", content_length: read.stdout.trimEnd().length })
    assert.match(stdout, /\{"name":"render","note":"text","elements":\d+,"characters":\d+,"ms":[\d.]+\}\]/)
  })

  it("prints that text goes through no stage, and that a page has little to read", async () => {
    const text = await porthole(["extract", note, "--url", url, "--explain"])
    assert.match(text.stdout, /^https:\S+\n {2}=> text, which goes through no stage, /)
    const little = await porthole(["extract", empty, "--url", url, "--explain"])
    assert.strictEqual(little.code, 0)
    assert.include(little.stderr, "little readable text")
  })

  it("fails with 2 as a reading does", async () => {
    const args = ["extract", join(folder, "nothing.html"), "--url", url, "--explain"]
    const reported = await porthole(args)
    assert.deepInclude(reported, { code: 2, stdout: "" })
    assert.include(reported.stderr, "invalid_request / path")
    const { code, stdout } = await porthole([...args, "--json"])
    assert.strictEqual(code, 2)
    assert.deepInclude(linesOf(stdout)[0], { error: "invalid_request", reason: "path" })
  })
})
