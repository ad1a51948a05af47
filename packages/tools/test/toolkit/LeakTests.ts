/** The tests that nothing internal reaches a model: properties over the worst errors and arguments. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Logger, Predicate } from "effect"
import * as fc from "fast-check"
import { createWebTools, WebToolkit } from "../../src/index.ts"
import { frontEnds, mcpResult, textOf, type ToolName, viaMcp, viaToolkit } from "../support/frontEnds.ts"

/** Texts that no model may read. */
const secrets = [
  "10.0.0.7",
  "fd00::7",
  "10.0.0.0/8",
  "vault.internal",
  "set-cookie: session=7",
  "authorization: Bearer s3cr3t",
  "<p>body text</p>",
  "https://a.test/ -> http://vault.internal/",
] as const

const secret = fc.constantFrom(...secrets)

/** The worst data that adapters attach to errors. */
const cause: fc.Arbitrary<unknown> = fc.oneof(
  secret,
  secret.map((text) => new Error(text)),
  secret.map((text) => new Error("outer", { cause: new Error(text) })),
  secret.map((text) => ({ address: text, headers: { location: text }, body: text, toString: () => text })),
)

const reason = fc.constantFrom(...WebError.reasons, "searxng_unreachable", "url", undefined)

const wire: fc.Arbitrary<WebError.Wire> = fc
  .record({ error: fc.constantFrom(...WebError.ErrorCode.literals), reason })
  .map(({ error, reason }) => (reason === undefined ? { error } : { error, reason }))

const call: fc.Arbitrary<readonly [ToolName, Record<string, unknown>]> = fc.constantFrom(
  ["web_search", { query: "x" }],
  ["web_fetch", { url: "https://example.com/" }],
  ["web_search_and_fetch", { query: "x" }],
)

const assertClean = (seen: unknown): void => {
  const text = JSON.stringify(seen)
  for (const secret of secrets) assert.notInclude(text, secret)
}

/** An answer about several pages names each by the caller's URL. */
const withoutGivenUrls = (value: unknown): unknown =>
  Predicate.hasProperty(value, "pages") && Array.isArray(value.pages)
    ? { ...value, pages: value.pages.map((page) => ({ ...page, url: "" })) }
    : value

/** Tests with so many runs of each property. */
export const leakTests = (numRuns: number) =>
  describe("nothing internal reaches a model", () => {
    for (const [label, frontEnd] of frontEnds) {
      it(`from a backend that fails, through ${label}`, () =>
        fc.assert(
          fc.asyncProperty(wire, cause, call, async (wire, cause, [name, args]) => {
            const backend = Doubles.backend({
              search: () => WebError.fail(wire, cause),
              extract: () => WebError.fail(wire, cause),
            })
            const { isFailure, value } = await Effect.runPromise(frontEnd(backend, name, args))
            assert.isTrue(isFailure)
            assert.deepStrictEqual(value, wire)
            assertClean(value)
          }),
          { numRuns },
        ))

      it(`from arguments, through ${label}`, () =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom<ToolName>("web_search", "web_fetch", "web_search_and_fetch"),
            fc.dictionary(
              fc.constantFrom(...WebError.parameterNames, "site", "include_domains", "format", "use_cache"),
              fc.oneof(secret, fc.array(secret), fc.dictionary(secret, secret)),
            ),
            async (name, args) => {
              const backend = Doubles.backend({
                search: () => Effect.succeed([]),
                extract: () => WebError.fail({ error: "timeout" }),
              })
              const { value } = await Effect.runPromise(frontEnd(backend, name, args))
              assertClean(withoutGivenUrls(value))
            },
          ),
          { numRuns },
        ))
    }

    it("from a bug, over MCP and through the facade", () =>
      fc.assert(
        fc.asyncProperty(cause, call, async (cause, [name, args]) => {
          const dying = () => Effect.die(cause)
          const backend = Doubles.backend({ search: dying, extract: dying })
          const result = await Effect.runPromise(Effect.provide(mcpResult(backend, name, args), Logger.layer([])))
          assert.strictEqual(result.isError, true)
          assertClean([result, textOf(result)])
          const tools = createWebTools({ layers: backend })
          const reason: unknown = await tools.call(name, args).catch((error: unknown) => error)
          assert.isTrue(Predicate.isError(reason))
          assertClean([reason, String(reason), Predicate.isError(reason) ? reason.message : ""])
          await tools.dispose()
        }),
        { numRuns: Math.ceil(numRuns / 2) },
      ))

    it("from the redirect chain with private DNS answers", () =>
      fc.assert(
        fc.asyncProperty(fc.constantFrom("10.0.0.7", "fd00::7", "169.254.169.254"), async (address) => {
          const layers = Layer.merge(
            Doubles.resolver({ "site.test": [address] }),
            Doubles.dialer(() => ({ status: 200 })),
          )
          const tools = createWebTools({ layers })
          const value = await tools.webFetch({ url: "https://site.test/" })
          assert.strictEqual("error" in value ? value.error : "", "blocked_url")
          assert.notInclude(JSON.stringify(value), address)
          await tools.dispose()
        }),
        { numRuns: 6 },
      ))

    it.effect("the same failure has the same text everywhere", () =>
      Effect.gen(function* () {
        const backend = Doubles.backend({
          search: () => WebError.fail({ error: "timeout" }, new Error("10.0.0.7")),
        })
        assert.deepStrictEqual(Object.keys(WebToolkit.toolkit.tools), [
          "web_search",
          "web_fetch",
          "web_search_and_fetch",
        ])
        const seen = yield* viaToolkit(backend, "web_search", { query: "x" })
        assert.deepStrictEqual(yield* viaMcp(backend, "web_search", { query: "x" }), seen)
      }),
    )
  })
