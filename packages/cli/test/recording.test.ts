import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "porthole-recording-"))
afterAll(() => rmSync(folder, { recursive: true }))

const saved = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const record =
  "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n"

describe("porthole recording list", () => {
  it("lists the records of a torn file, and says that it is torn", async () => {
    const { code, stderr, stdout } = await porthole(["recording", "list", saved("torn.warc", `${record}WARC/1.`)])
    assert.include(stdout, "http://a.example/")
    assert.include(stderr, "The records end before the file does")
    assert.strictEqual(code, 0)
  })

  it("fails for a file that is no recording", async () => {
    const { code, stderr } = await porthole(["recording", "list", saved("page.html", "<html>")])
    assert.include(stderr, "no WARC record")
    assert.strictEqual(code, 1)
  })
})
