/** Tests every provider through the command, over servers that speak its protocol. */
import { assert, describe, it } from "vitest"
import { porthole, searchInProcess } from "./support/inProcess.ts"
import { linesOf } from "./support/porthole.ts"
import { fullFlags, keyOf, sent, serve, wires, words } from "./support/providers.ts"
import type { Wire } from "./support/wire/Wire.ts"

describe.concurrent.each(wires.map((wire) => [wire.name, wire] as const))("search over %s", (_, wire) => {
  const { provider } = wire
  const search = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
    porthole(["search", words, "--provider", provider, "--json", ...flags], { env })

  it("prints the hits of a plain search without metadata", async () => {
    const server = await serve(wire)
    const { code, stderr, stdout } = await search(server.env)
    server.close()
    assert.deepStrictEqual([stderr, code], ["", 0], stdout)
    const hits = wire.hits.map(({ metadata: _, ...hit }) => hit)
    assert.deepStrictEqual(linesOf(stdout), [{ ...wire.beside, hits, count: hits.length, provider }])
    assert.deepStrictEqual(server.requested.map(sent), [wire.plain])
  })

  it("sends every filter that it can, reports the others, and prints all details of a hit", async () => {
    const server = await serve(wire)
    const { code, stderr, stdout } = await search(server.env, ...fullFlags, "--log-level", "debug")
    server.close()
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], {
      hits: wire.fullHits,
      count: wire.fullHits.length,
      provider,
      attempts: [{ provider, outcome: "answered" }, ...(wire.failedEngines ?? [])],
    })
    assert.deepStrictEqual((linesOf(stdout)[0] as { ignored?: unknown }).ignored ?? [], wire.ignored)
    assert.deepStrictEqual(server.requested.map(sent), [wire.full])
    for (const key of Object.values(keyOf(wire))) assert.notInclude(stdout + stderr, key)
  })
})

const rows = (of: ReadonlyArray<Wire>) => of.map((wire) => [wire.name, wire] as const)
const ofOneEach = wires.filter(({ name, provider }) => name === provider)

const unavailable = (provider: string, fault: string) => ({
  error: "web_search_unavailable",
  reason: `${provider}_${fault}`,
})

describe.concurrent("a provider that doesn't answer", () => {
  const search = (provider: string, env: Readonly<Record<string, string>>) =>
    porthole(["search", words, "--provider", provider, "--json", "--log-level", "debug"], { env })

  it.each(rows(ofOneEach))(
    "%s, since the connection breaks: the log has the reason, and no key",
    async (provider, wire) => {
      const server = await serve(wire, "break")
      const { code, stderr, stdout } = await search(provider, server.env)
      server.close()
      assert.strictEqual(code, 1)
      assert.deepInclude(linesOf(stdout)[0], unavailable(provider, "unreachable"))
      assert.include(stderr, "A call failed with web_search_unavailable")
      for (const value of Object.values(keyOf(wire))) assert.notInclude(stdout + stderr, value)
      // The second attempt, if there is one, and no third.
      assert.lengthOf(server.requested, wire.isRequestedOnce === true ? 1 : 2)
    },
  )

  it.each(rows(ofOneEach.filter(({ key }) => key !== undefined)))(
    "%s, since it refuses the key: the error has that, and never the key",
    async (provider, wire) => {
      const server = await serve(wire)
      const wrong = "wrong-key-that-nobody-prints"
      const variable = wire.key?.variable ?? ""
      const { code, stderr, stdout } = await search(provider, { ...server.env, [variable]: wrong })
      server.close()
      assert.strictEqual(code, 1)
      assert.deepInclude(linesOf(stdout)[0], unavailable(provider, "unauthorized"))
      assert.include(stdout, variable)
      assert.notInclude(stdout + stderr, wrong)
      assert.lengthOf(server.requested, 1)
    },
  )

  it.each(rows(ofOneEach.filter(({ key }) => key !== undefined && key.isOptional !== true)))(
    "%s, since it has no key: gets no request",
    async (provider, wire) => {
      const server = await serve(wire)
      const variable = wire.key?.variable ?? ""
      const printed = await searchInProcess(provider, { ...server.place, [variable]: " " })
      server.close()
      assert.deepInclude(printed, unavailable(provider, "not_configured"))
      assert.include(JSON.stringify(printed), `Set ${variable}`)
      assert.lengthOf(server.requested, 0)
    },
  )

  it.each(rows(ofOneEach.filter(({ key }) => key?.isOptional === true)))(
    "%s of the user's own, since it demands a key after all: gets a request without one",
    async (provider, wire) => {
      const server = await serve(wire)
      const printed = await searchInProcess(provider, server.place)
      server.close()
      assert.deepInclude(printed, unavailable(provider, "unauthorized"))
      assert.deepStrictEqual(
        server.requested.map(({ headers }) => [headers["authorization"], headers["x-token"]]),
        [[undefined, undefined]],
      )
    },
  )

  it("can't be called: a user's own provider without an address", async () => {
    for (const provider of ["searxng", "json"]) {
      assert.deepInclude(await searchInProcess(provider, {}), unavailable(provider, "not_configured"))
    }
  })
})
