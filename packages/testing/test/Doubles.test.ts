/** The contract suites over the test doubles: a double meets the contract of its port. */
import { assert, describe, it } from "@effect/vitest"
import { Hop, WebError, webFetch, WebUrl } from "@porthole/core"
import {
  CompressorSuite,
  type Contract,
  DialerSuite,
  Doubles,
  ExtractorSuite,
  ResolverSuite,
  WebBackendSuite,
} from "@porthole/testing"
import { readFileSync } from "node:fs"
import { Cause, Effect, Exit, Result } from "effect"

const run = (cases: ReadonlyArray<Contract.Case>) => {
  for (const { name, run } of cases) it.effect(name, () => run)
}

describe("a test author whose double lacks a method", () => {
  it("reads its name where it is called", async () => {
    const read = webFetch({ url: "https://known.test/" }).pipe(Effect.provide(Doubles.backend({})))
    const exit = await Effect.runPromiseExit(read)
    assert.match(String(Exit.isFailure(exit) && Cause.squash(exit.cause)), /Doubles\.backend has no extract\. Give it/)
  })
})

describe("a test author who follows the guide", () => {
  const guide = readFileSync(new URL("../../../docs/guides/testing.md", import.meta.url), "utf8")

  it("finds what to install, and doubles that exist, with the compressor's type", () => {
    assert.include(guide, "`npm i -D vitest @effect/vitest @porthole/testing`")
    const named = Array.from(guide.matchAll(/`Doubles\.(\w+)`/g), ([, name = ""]) => name)
    assert.includeMembers(named, ["backend", "compressor", "dialer", "extractor", "resolver"])
    for (const name of named) assert.property(Doubles, name)
    assert.match(guide, /`Doubles\.compressor`.*`\(text, options\) => string` or `WebError`/)
  })
})

describe("Resolver double", () => {
  const addresses = ["93.184.216.34", "2606:2800:21f::1"]
  run(
    ResolverSuite.cases({
      layer: Doubles.resolver({ "known.test": addresses }),
      known: { host: "known.test", addresses },
      unknown: "unknown.test",
    }),
  )
})

describe("Dialer double", () => {
  const sites = new Map<string, { answer: DialerSuite.Scripted; seen: Array<DialerSuite.Seen> }>()
  const fault = (reason: "target_unreachable" | "malformed_response") => WebError.fail({ error: "http_error", reason })
  const layer = Doubles.dialer(({ hop, headers }) => {
    const site = sites.get(hop.target.host)
    if (site === undefined || site.answer === "refuse" || site.answer === "reset") return fault("target_unreachable")
    if (site.answer === "garbage") return fault("malformed_response")
    site.seen.push({ path: hop.target.path, headers: { ...headers, host: new URL(hop.url).host } })
    const { body, headers: fields = {}, status } = site.answer
    const joined = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? value : value.join(", "),
    ])
    const cookies = fields["Set-Cookie"]
    const setCookies = cookies === undefined ? {} : { setCookies: [cookies].flat() }
    return { status, headers: Object.fromEntries(joined), ...setCookies, ...(body === undefined ? {} : { body }) }
  })
  run(
    DialerSuite.cases({
      layer,
      serve: (answer) =>
        Effect.sync(() => {
          const host = `site${sites.size}.test`
          const seen: Array<DialerSuite.Seen> = []
          sites.set(host, { answer, seen })
          const policy = { ports: [80, 443] }
          const target = Result.getOrThrow(WebUrl.judge(`http://${host}/path?q=1`, policy))
          return { hop: Result.getOrThrow(Hop.vet(target, ["93.184.216.34"]))[0], seen: () => seen }
        }),
    }),
  )
})

describe("Compressor double", () => {
  run(
    CompressorSuite.cases({
      layer: Doubles.compressor((text) => text.slice(0, 100)),
      broken: Doubles.compressor(() => WebError.make({ error: "compression_failed" })),
    }),
  )
})

describe("WebBackend double", () => {
  const rows = [0, 1, 2].map((at) => ({ title: `T${at}`, url: `https://example.com/${at}`, snippet: "s" }))
  const over = (answer: Effect.Effect<ReadonlyArray<unknown>, WebError.WebError>) =>
    Doubles.backend({ search: () => Effect.map(answer, (found) => ({ provider: "double", rows: found })) })
  run(
    WebBackendSuite.searchCases({
      provider: "double",
      query: "tides",
      found: over(Effect.succeed(rows)),
      empty: over(Effect.succeed([])),
      faults: [
        { name: "a bad row", layer: over(Effect.succeed([{}])), expected: { error: "invalid_backend_response" } },
        { name: "an outage", layer: over(WebError.fail({ error: "timeout" })), expected: { error: "timeout" } },
      ],
    }),
  )
  const page = { title: "T", url: "https://example.com/", content: "words", links: [], status_code: 200 }
  run(
    WebBackendSuite.extractCases({
      url: "https://example.com/",
      found: Doubles.backend({ extract: () => Effect.succeed(page) }),
      faults: [
        {
          name: "no page",
          layer: Doubles.backend({ extract: () => Effect.succeed({}) }),
          expected: { error: "invalid_backend_response" },
        },
      ],
    }),
  )
})

describe("the suites", () => {
  it.effect("break an adapter that doesn't keep the contract", () =>
    Effect.gen(function* () {
      const liar = Doubles.extractor(() => ({ title: "", content: "", links: ["relative"], text_length: 0 }))
      const exits = yield* Effect.forEach(ExtractorSuite.cases(liar), ({ run }) => Effect.exit(run))
      assert.isAbove(exits.filter(Exit.isFailure).length, 10)
      const dead = ResolverSuite.cases({
        layer: Doubles.resolver({}),
        known: { host: "known.test", addresses: ["93.184.216.34"] },
        unknown: "unknown.test",
      })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(dead[0]?.run ?? Effect.void)))
    }),
  )
})
