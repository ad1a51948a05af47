/** Tests `porthole keys`: the stored keys, their tenants and permissions; searches over a local server use the keys. */
import { existsSync } from "node:fs"
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, vi } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { linesOf, porthole as startsProcess } from "./support/porthole.ts"
import { serve, words } from "./support/providers.ts"
import { tavily } from "./support/wire/tavily.ts"

/** A key, given as an argument by mistake. */
const mistaken = "key-that-is-no-argument"

const secret = tavily.key?.value ?? ""

/** The command over a settings folder of its own, by default in this process. */
const setUp = async (command: typeof porthole | typeof startsProcess = porthole) => {
  const home = await mkdtemp(join(tmpdir(), "porthole-keys-"))
  vi.stubEnv("XDG_CONFIG_HOME", home)
  const run = (args: ReadonlyArray<string>, input = "", env: Readonly<Record<string, string>> = {}) =>
    command(args, { input, env: { XDG_CONFIG_HOME: home, ...env } })
  return {
    home,
    file: join(home, "porthole", "keys.json"),
    run,
    set: (input: string, ...flags: ReadonlyArray<string>) => run(["keys", "set", "tavily", ...flags], input),
    list: async (...flags: ReadonlyArray<string>) => linesOf((await run(["keys", "list", "--json", ...flags])).stdout),
    [Symbol.asyncDispose]: () => {
      vi.unstubAllEnvs()
      return rm(home, { recursive: true, force: true })
    },
  }
}

describe("porthole keys", () => {
  it("stores a key that only this user can read, and never prints it", async () => {
    await using at = await setUp(startsProcess)
    const { file, home, run, set } = at
    const stored = await set(`${secret}\r\n`)
    assert.deepStrictEqual(
      [stored.code, stored.stdout, stored.stderr],
      [0, "", "porthole: Stored the key for tavily.\n"],
    )
    assert.strictEqual((await stat(file)).mode & 0o777, 0o600)
    assert.strictEqual((await stat(join(home, "porthole"))).mode & 0o777, 0o700)
    assert.include(await readFile(file, "utf8"), secret)
    const listed = await run(["keys", "list", "--log-level", "debug"])
    assert.deepStrictEqual([listed.code, listed.stdout, listed.stderr], [0, "tavily\n", ""])
  })

  it("is used by searches of its tenant, and of no other", async () => {
    await using at = await setUp()
    const { list, run, set } = at
    const server = await serve(tavily)
    await set(secret, "--tenant", "acme")
    const search = (...flags: ReadonlyArray<string>) =>
      run(["search", words, "--provider", "tavily", "--json", ...flags], "", server.place)
    const own = await search("--tenant", "acme")
    assert.strictEqual(own.code, 0, own.stdout)
    assert.deepInclude(linesOf(own.stdout)[0], { provider: "tavily", count: 2 })
    for (const others of [[], ["--tenant", "Acme"], ["--tenant", "blue"]]) {
      const { code, stdout } = await search(...others)
      assert.strictEqual(code, 1)
      assert.deepInclude(linesOf(stdout)[0], { reason: "tavily_not_configured" })
    }
    server.close()
    assert.lengthOf(server.requested, 1)
    assert.deepStrictEqual(await list("--tenant", "acme"), [{ tenant: "acme", providers: ["tavily"] }])
    assert.deepStrictEqual(await list(), [{ tenant: "default", providers: [] }])
  })

  it("comes after the environment's for the user, and before it for a tenant", async () => {
    await using at = await setUp()
    const { run, set } = at
    const server = await serve(tavily)
    const env = { ...server.place, TAVILY_API_KEY: "of-the-environment" }
    await set("of-oneself")
    await set("of-acme", "--tenant", "acme")
    for (const tenant of ["default", "acme", "blue"]) {
      await run(["search", words, "--provider", "tavily", "--tenant", tenant], "", env)
    }
    server.close()
    assert.deepStrictEqual(
      server.requested.map(({ headers }) => headers["authorization"]),
      ["Bearer of-the-environment", "Bearer of-acme", "Bearer of-the-environment"],
    )
  })

  it("replaces the earlier one, and is removed once", async () => {
    await using at = await setUp()
    const { file, list, run, set } = at
    await set("first")
    await set("second")
    await set("other", "--tenant", "acme")
    assert.notInclude(await readFile(file, "utf8"), "first")
    const gone = await run(["keys", "remove", "tavily"])
    assert.deepStrictEqual([gone.code, gone.stderr], [0, "porthole: Removed the key for tavily.\n"])
    const again = await run(["keys", "rm", "tavily"])
    assert.deepStrictEqual([again.code, again.stderr], [1, "porthole: No key for tavily is stored.\n"])
    assert.notInclude(await readFile(file, "utf8"), "second")
    assert.deepStrictEqual(await list("--tenant", "acme"), [{ tenant: "acme", providers: ["tavily"] }])
  })

  it.each([
    [["keys", "set", "tavily"], ""],
    [["keys", "set", "tavily"], "\nsecond-line"],
    [["keys", "set", "tavily"], "with blanks"],
    [["keys", "set", "tavily"], "ümläut"],
    [["keys", "set", "tavily"], "k".repeat(5_000)],
    [["keys", "set", "tavily", mistaken], "key-of-stdin"],
    [["keys", "set", mistaken, "tavily"], "key-of-stdin"],
    [["keys", "set", "tavily", "--key", mistaken], "key-of-stdin"],
    [["keys", "rm", mistaken], ""],
    [["keys", "set", "nobody"], "key-of-stdin"],
    [["keys", "set", "wikipedia"], "key-of-stdin"],
    [["keys", "set"], "key-of-stdin"],
    [["keys", "set", "tavily", "--tenant", ""], "key-of-stdin"],
    [["keys", "rm"], ""],
  ])("%j with wrong words is wrong usage, and stores nothing", async (args, input) => {
    const { code, stderr, stdout } = await porthole(args, { input })
    assert.strictEqual(code, 2, stderr)
    for (const key of [input, mistaken].filter((text) => text !== "")) assert.notInclude(stdout + stderr, key)
    assert.isFalse(existsSync("/nonexistent/porthole"), "the folder of settings of these tests")
  })

  it("refuses a file that others can read, and reports that to the operator", async () => {
    await using at = await setUp()
    const { file, home, run, set } = at
    const server = await serve(tavily)
    await set(secret)
    await chmod(file, 0o644)
    const listed = await run(["keys", "list"])
    assert.strictEqual(listed.code, 1)
    assert.include(listed.stderr, `chmod 600 ${file}`)
    const search = await run(["search", words, "--provider", "tavily", "--json"], "", server.place)
    server.close()
    assert.strictEqual(search.code, 1)
    assert.deepInclude(linesOf(search.stdout)[0], { reason: "tavily_not_configured" })
    assert.notInclude(search.stdout, home)
    assert.lengthOf(server.requested, 0)
  })

  it("reports an absent store", async () => {
    await using at = await setUp()
    const { file, home, run, set } = at
    const { code, stderr } = await run(["keys", "set", "tavily"], secret, { PORTHOLE_KEY_STORE: "redis" })
    assert.strictEqual(code, 1)
    assert.include(stderr, "PORTHOLE_REDIS_URL")
    const torn = join(home, "porthole")
    await set(secret)
    await writeFile(join(torn, "keys.json"), "{", { mode: 0o600 })
    const again = await set(secret)
    assert.strictEqual(again.code, 1)
    assert.include(again.stderr, "isn't valid")
    assert.strictEqual(await readFile(file, "utf8"), "{")
  })
})
