import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { porthole } from "./support/porthole.ts"
import { serving } from "./support/serving.ts"

describe("porthole tokens", () => {
  it("adds, lists and removes tokens, which a server off loopback takes and refuses", async () => {
    const env = { XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "porthole-tokens-")) }
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

  it("refuses an invalid name", async () => {
    assert.strictEqual((await porthole(["tokens", "add", "a b"])).code, 2)
  })
})
