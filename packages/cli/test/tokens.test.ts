import { chmodSync, mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, describe, it, vi } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { porthole as startsProcess } from "./support/porthole.ts"
import { serving } from "./support/serving.ts"
import { settingsIn } from "./support/tokens.ts"

afterEach(() => void vi.unstubAllEnvs())

describe("porthole tokens", () => {
  it("adds, lists and removes tokens, which a server off loopback takes and refuses", async () => {
    const env = settingsIn(mkdtempSync(join(tmpdir(), "porthole-tokens-")))
    const added = await porthole(["tokens", "add", "acme"], { env })
    const token = added.stdout.trim()
    assert.match(token, /^porthole_[\w-]{43}$/)
    assert.notInclude(readFileSync(join(env.XDG_CONFIG_HOME, "porthole/tokens.json"), "utf8"), token)
    const { stdout } = await porthole(["tokens", "list", "--json"], { env })
    const { tokens } = JSON.parse(stdout) as {
      readonly tokens: ReadonlyArray<{ readonly id: string; readonly tenant: string }>
    }
    assert.lengthOf(tokens, 1)
    assert.deepInclude(tokens[0], { tenant: "acme" })

    const { child, finished, url } = await serving({ env, args: ["serve", "--listen", "0.0.0.0:0"] })
    const local = url.replace("0.0.0.0", "127.0.0.1")
    const status = async (authorization: string) =>
      (await fetch(`${local}/search?q=x&format=html`, { headers: { authorization } })).status
    assert.strictEqual(await status(`Bearer ${token}`), 400)
    assert.strictEqual(await status(`Bearer ${token}x`), 401)
    child.kill("SIGTERM")
    await finished

    const removed = await porthole(["tokens", "remove", "acme", "--id", tokens[0]?.id ?? ""], { env })
    assert.deepInclude(removed, { code: 0, stdout: "" })
    assert.strictEqual((await porthole(["tokens", "remove", "acme"], { env })).code, 1)
    assert.include((await porthole(["tokens", "list"], { env })).stderr, "no tokens")
  })

  it.skipIf(process.platform === "win32")(
    "aren't kept below a folder that others can write, nor believed there",
    async () => {
      const above = mkdtempSync(join(tmpdir(), "porthole-tokens-"))
      const env = settingsIn(join(above, "config"))
      const token = (await porthole(["tokens", "add", "acme"], { env })).stdout.trim()
      const local = await serving({ env })
      const status = async () =>
        (await fetch(`${local.url}/search?q=x&format=html`, { headers: { authorization: `Bearer ${token}` } })).status
      chmodSync(above, 0o777)
      const remedy =
        "Another user can replace the file of tokens. " +
        `Other users can write to the folder ${above}. Run chmod go-w ${above}, ` +
        "or set XDG_CONFIG_HOME to a folder that only you can write to."

      assert.strictEqual(await status(), 503)
      local.child.kill("SIGTERM")
      await local.finished
      const [added, server] = await Promise.all([
        porthole(["tokens", "add", "other"], { env }),
        startsProcess(["serve", "--listen", "0.0.0.0:0"], { env }),
      ])
      for (const { code, stderr, stdout } of [added, server]) {
        assert.deepStrictEqual([code, stdout], [1, ""])
        assert.include(stderr, remedy)
      }
      chmodSync(above, 0o700)
      assert.lengthOf(readdirSync(join(above, "config/porthole")), 1)
      assert.include((await porthole(["tokens", "list"], { env })).stdout, "acme")
    },
  )

  it.skipIf(process.platform === "win32")(
    "aren't kept in a new folder below such a one, and neither are keys",
    async () => {
      const above = mkdtempSync(join(tmpdir(), "porthole-tokens-"))
      chmodSync(above, 0o777)
      const env = settingsIn(join(above, "config"))
      for (const args of [
        ["tokens", "add", "acme"],
        ["keys", "set", "tavily"],
      ]) {
        const { code, stderr } = await porthole(args, { env, input: "key" })
        assert.strictEqual(code, 1)
        assert.include(stderr, `Run chmod go-w ${above}, or set XDG_CONFIG_HOME to a folder`)
      }
      assert.deepStrictEqual(readdirSync(above), [])
    },
  )

  it("refuses an invalid name", async () => {
    assert.strictEqual((await porthole(["tokens", "add", "a b"])).code, 2)
  })
})
