import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, describe, it, vi } from "vitest"
import { porthole } from "./support/inProcess.ts"

interface Directory {
  readonly keys: ReadonlyArray<{ readonly kid: string; readonly x: string; readonly d?: string }>
}
const kidsOf = (stdout: string) => (JSON.parse(stdout) as Directory).keys.map(({ kid }) => kid)

/** The environment of a command with its settings in a folder: in this process as well as in one of its own. */
const settingsIn = (folder: string) => {
  vi.stubEnv("XDG_CONFIG_HOME", folder)
  return { XDG_CONFIG_HOME: folder }
}
afterEach(() => void vi.unstubAllEnvs())

describe("porthole identity", () => {
  it("makes keys, publishes their public parts, and changes the one that signs", async () => {
    const env = settingsIn(mkdtempSync(join(tmpdir(), "porthole-identity-")))
    const first = await porthole(["identity", "add"], { env })
    const [one = ""] = kidsOf(first.stdout)
    assert.include(first.stderr, `${one} signs`)
    const second = await porthole(["identity", "add"], { env })
    const [, two = ""] = kidsOf(second.stdout)
    assert.deepStrictEqual(kidsOf(second.stdout), [one, two])
    assert.include(second.stderr, `identity use ${two}`)

    const file = join(env.XDG_CONFIG_HOME, "porthole/signature-keys.json")
    const stored = JSON.parse(readFileSync(file, "utf8")) as Directory
    for (const { d = "none" } of stored.keys) assert.notInclude(second.stdout + second.stderr, d)
    if (process.platform !== "win32") assert.strictEqual(statSync(file).mode & 0o777, 0o600)

    assert.strictEqual((await porthole(["identity", "use", two], { env })).code, 0)
    assert.deepStrictEqual(kidsOf((await porthole(["identity", "directory"], { env })).stdout), [two, one])
    assert.strictEqual((await porthole(["identity", "remove", one], { env })).code, 0)
    assert.deepStrictEqual(kidsOf((await porthole(["identity", "directory"], { env })).stdout), [two])
    for (const command of ["use", "remove"]) {
      const { code, stderr } = await porthole(["identity", command, one], { env })
      assert.strictEqual(code, 1)
      assert.include(stderr, "`porthole identity directory` prints all")
    }
  })

  it("refuses a file that isn't one of keys, and a URL that isn't of a directory", async () => {
    const folder = mkdtempSync(join(tmpdir(), "porthole-identity-"))
    const file = join(folder, "keys.json")
    writeFileSync(file, '{"keys":[{"kty":"RSA"}]}', { mode: 0o600 })
    const env = { ...settingsIn(folder), PORTHOLE_SIGNATURE_KEYS: file }
    const refused = await porthole(["identity", "add"], { env })
    assert.deepInclude(refused, { code: 1, stdout: "" })
    assert.include(refused.stderr, "isn't valid")
    const below = { ...env, PORTHOLE_SIGNATURE_KEYS: join(file, "keys.json") }
    const unusable = await porthole(["identity", "add"], { env: below })
    assert.deepInclude(unusable, { code: 1, stdout: "" })
    assert.include(unusable.stderr, below.PORTHOLE_SIGNATURE_KEYS)
    for (const url of [
      "http://site.test/",
      "https://user@site.test/",
      "https://site.test/?q",
      'https://site.test/"',
      "x",
    ]) {
      const wrong = await porthole(["identity", "directory"], { env: { ...env, PORTHOLE_SIGNATURE_AGENT: url } })
      assert.strictEqual(wrong.code, 2, url)
    }
  })
})
