/** Every provider by the command, over servers that speak as it does. */
import { assert, describe, it } from "vitest"
import { packed as entry } from "./support/packed.ts"
import { linesOf, porthole } from "./support/porthole.ts"
import { fullFlags, keyOf, sent, serve, wires, words } from "./support/providers.ts"

describe.concurrent.each(wires.map((wire) => [wire.name, wire] as const))("search over %s", (_, wire) => {
  const { provider } = wire
  const search = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
    porthole(["search", words, "--provider", provider, "--json", ...flags], { entry, env })

  it("prints the hits of a plain search, which says nothing that wasn't asked for", async () => {
    const server = await serve(wire)
    const { code, stderr, stdout } = await search(server.env)
    server.close()
    assert.deepStrictEqual([stderr, code], ["", 0], stdout)
    const hits = wire.hits.map(({ metadata: _, ...hit }) => hit)
    assert.deepStrictEqual(linesOf(stdout), [{ hits, count: hits.length, provider }])
    assert.deepStrictEqual(server.asked.map(sent), [wire.plain])
  })

  it("sends every filter that it can, tells the others, and prints what is known of a hit", async () => {
    const server = await serve(wire)
    const { code, stdout } = await search(server.env, ...fullFlags)
    server.close()
    assert.strictEqual(code, 0, stdout)
    assert.deepInclude(linesOf(stdout)[0], {
      hits: wire.fullHits,
      count: wire.fullHits.length,
      provider,
      attempts: [{ provider, outcome: "answered" }],
    })
    assert.deepStrictEqual((linesOf(stdout)[0] as { ignored?: unknown }).ignored ?? [], wire.ignored)
    assert.deepStrictEqual(server.asked.map(sent), [wire.full])
  })
})

const ofOneEach = wires.filter(({ name, provider }) => name === provider)

describe.concurrent.each(ofOneEach.map((wire) => [wire.name, wire] as const))("%s, which doesn't answer", (_, wire) => {
  const { key, provider } = wire
  const search = (env: Readonly<Record<string, string>>) =>
    porthole(["search", words, "--provider", provider, "--json", "--log-level", "debug"], { entry, env })

  it("since the connection breaks, is unreachable; the log says why, and no key", async () => {
    const server = await serve(wire, "break")
    const { code, stderr, stdout } = await search(server.env)
    server.close()
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], unavailable(provider, "unreachable"))
    assert.include(stderr, "A call failed with web_search_unavailable")
    for (const value of Object.values(keyOf(wire))) assert.notInclude(stdout + stderr, value)
    // The second try, where there is one, and no third.
    assert.lengthOf(server.asked, wire.isAskedOnce === true ? 1 : 2)
  })

  it.runIf(key !== undefined)("since it refuses the key, says so, and never the key", async () => {
    const server = await serve(wire)
    const wrong = "wrong-key-that-nobody-prints"
    const { code, stderr, stdout } = await search({ ...server.env, [key?.variable ?? ""]: wrong })
    server.close()
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], unavailable(provider, "unauthorized"))
    assert.include(stdout, key?.variable ?? "")
    assert.notInclude(stdout + stderr, wrong)
    assert.lengthOf(server.asked, 1)
  })

  it.runIf(key !== undefined && key.isOptional !== true)("without a key isn't asked at all", async () => {
    const server = await serve(wire)
    const { code, stdout } = await search({ ...server.place, [key?.variable ?? ""]: " " })
    server.close()
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], unavailable(provider, "not_configured"))
    assert.include(stdout, `Set ${key?.variable}`)
    assert.lengthOf(server.asked, 0)
  })

  it.runIf(key?.isOptional)("of one's own is asked without a key, too", async () => {
    const server = await serve(wire)
    const { code, stdout } = await search(server.place)
    server.close()
    assert.strictEqual(code, 1)
    assert.deepInclude(linesOf(stdout)[0], unavailable(provider, "unauthorized"))
    assert.deepStrictEqual(
      server.asked.map(({ headers }) => [headers["authorization"], headers["x-token"]]),
      [[undefined, undefined]],
    )
  })
})

const unavailable = (provider: string, fault: string) => ({
  error: "web_search_unavailable",
  reason: `${provider}_${fault}`,
})
