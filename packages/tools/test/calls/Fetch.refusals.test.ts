import { assert, describe, it } from "@effect/vitest"
import { Refusal, type WebBackend, WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Logger, Option, References, Schema } from "effect"
import { Node, ToolCalls } from "../../src/index.ts"
import { frontEnds } from "../support/frontEnds.ts"

const site = "https://site.test/"

/** The targets of the site's redirects, by path. */
const redirects: Readonly<Record<string, string>> = {
  "/literal": "http://169.254.169.254/latest",
  "/name": "https://vault.internal/",
  "/private": "https://private.test/",
  "/port": "https://public.test:8443/",
  "/credentials": "https://user:s3cret@public.test/",
  "/control": "https://pub\tlic.test/",
  "/shape": "https://[",
  "/host": "https://a..test/",
  "/length": `https://public.test/${"x".repeat(9_000)}`,
  "/downgrade": "http://public.test/",
  "/scheme": "gopher://10.0.0.7/",
  "/loop": "/loop#again",
}

/** The real backend over a table of names and a site that redirects; each layer is used once. */
const backend = () =>
  Node.backend().pipe(
    Layer.provide(
      Layer.mergeAll(
        Doubles.resolver({
          "site.test": ["93.184.216.34"],
          "public.test": ["93.184.216.34"],
          "private.test": ["10.0.0.7"],
          "private6.test": ["fd00::7"],
          "mixed.test": ["93.184.216.34", "10.0.0.7"],
        }),
        Doubles.dialer(({ hop }) => {
          const count = /^\/count\/(\d+)$/.exec(hop.target.path)?.[1]
          const location = count === undefined ? redirects[hop.target.path] : `/count/${Number(count) + 1}`
          return location === undefined ? { status: 200 } : { status: 302, headers: { location } }
        }),
      ),
    ),
  )

const kinds: ReadonlyArray<readonly [url: string, rule: Refusal.Rule, wire: WebError.Wire]> = [
  ["http://", "shape", { error: "blocked_url", reason: "invalid_target" }],
  [`https://public.test/${"x".repeat(9_000)}`, "length", { error: "blocked_url", reason: "invalid_target" }],
  ["ftp://10.0.0.7/", "scheme", { error: "unsupported_scheme" }],
  ["http://user:s3cret@public.test/", "credentials", { error: "blocked_url", reason: "invalid_target" }],
  ["http://public.test/\u0007", "control_character", { error: "blocked_url", reason: "invalid_target" }],
  ["http://a..test/", "host", { error: "blocked_url", reason: "invalid_target" }],
  ["http://[fd00::7]/", "literal", { error: "blocked_url", reason: "private_or_metadata_target" }],
  ["http://vault.internal/", "name", { error: "blocked_url", reason: "private_or_metadata_target" }],
  ["http://public.test:8443/", "port", { error: "blocked_url", reason: "port_not_allowed" }],
  ["http://private.test/", "address", { error: "blocked_url", reason: "private_or_metadata_target" }],
  ["http://private6.test/", "address", { error: "blocked_url", reason: "private_or_metadata_target" }],
  ["http://mixed.test/", "address", { error: "blocked_url", reason: "private_or_metadata_target" }],
  ...(
    [
      ["literal", "literal"],
      ["name", "name"],
      ["private", "address"],
      ["port", "port"],
      ["credentials", "credentials"],
      ["control", "control_character"],
      ["shape", "shape"],
      ["host", "host"],
      ["length", "length"],
      ["downgrade", "downgrade"],
    ] as const
  ).map(
    ([path, rule]) => [`${site}${path}`, rule, { error: "blocked_url", reason: "redirect_to_blocked_target" }] as const,
  ),
  [`${site}scheme`, "scheme", { error: "unsupported_scheme" }],
  [`${site}loop`, "loop", { error: "http_error", reason: "too_many_redirects" }],
  [`${site}count/0`, "redirect_limit", { error: "http_error", reason: "too_many_redirects" }],
]

/**
 * Refusals by a setting or a documentation site have their own tests: `DomainPattern.test.ts`, `SitePrefix.test.ts` in
 * the kernel, and below.
 */
const rulesOfOthers = ["domain", "site", "unseen", "redirect_refused"]

const strict = Schema.decodeUnknownOption(WebError.Wire, { onExcessProperty: "error" })

/** The operator's log of a call. */
const reportOf = (
  url: string,
  from: Layer.Layer<WebBackend.WebBackend> = backend(),
  call: ToolCalls.ToolCall<unknown> = ToolCalls.fetch,
) =>
  Effect.gen(function* () {
    const reported: Array<Readonly<Record<string, unknown>>> = []
    const logger = Logger.make(({ fiber, message }) => {
      // The test clock warns if a call takes more than a second of real time.
      if (!/test clock/i.test(String(message))) reported.push(fiber.getRef(References.CurrentLogAnnotations))
    })
    yield* Effect.ignore(call({ url })).pipe(
      Effect.provide(Layer.mergeAll(from, Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, "Debug"))),
    )
    return reported
  })

it("covers every rule", () =>
  assert.deepStrictEqual(new Set([...kinds.map(([, rule]) => rule), ...rulesOfOthers]), new Set(Refusal.rules)))

it.effect("is logged once and completely if an image redirects, which has its own rule", () =>
  Effect.gen(function* () {
    const reported = yield* reportOf(`${site}private`, backend(), ToolCalls.image)
    assert.lengthOf(reported, 1)
    assert.deepInclude(reported[0], {
      error: "blocked_url",
      reason: "redirect_to_blocked_target",
      rule: "redirect_refused",
      url: "https://private.test/",
      from: `${site}private`,
    })
  }),
)

it.effect("is logged once, too, if a third party's backend refuses with a cause", () =>
  Effect.gen(function* () {
    const refusing = Doubles.backend({
      extract: () => WebError.fail({ error: "blocked_url", reason: "outside_site" }, new Error("why")),
    })
    const reported = yield* reportOf("https://site.test/", refusing)
    assert.lengthOf(reported, 1)
    assert.deepInclude(reported[0], { reason: "outside_site" })
  }),
)

describe.each(kinds)("the refusal of %s by the rule %s", (url, rule, wire) => {
  it.effect("is shown to the operator, once and completely", () =>
    Effect.gen(function* () {
      const reported = yield* reportOf(url)
      assert.lengthOf(reported, 1)
      assert.deepInclude(reported[0], { ...wire, rule })
      assert.isNotEmpty(reported[0]?.["source"])
      assert.strictEqual(reported[0]?.["from"] !== undefined, url.startsWith(site))
      assert.notInclude(JSON.stringify(reported), "s3cret")
    }),
  )

  it.effect.each(frontEnds)("shows a model nothing of it, through %s", ([, frontEnd]) =>
    Effect.gen(function* () {
      const [reported] = yield* reportOf(url)
      const { isFailure, value } = yield* frontEnd(backend(), "web_fetch", { url })
      assert.isTrue(isFailure)
      const { message, ...names } = Option.getOrThrow(strict(value))
      assert.deepStrictEqual(names, wire)
      assert.isNotEmpty(message)
      const seen = JSON.stringify(value)
      for (const key of ["source", "url", "host", "address", "answers", "from"]) {
        for (const secret of [reported?.[key] ?? []].flat()) assert.notInclude(seen, String(secret))
      }
      for (const part of [`"${rule}"`, "RFC", "IANA", "10.0.0.7", "fd00", "169.254", "s3cret", "vault", "site.test"]) {
        assert.notInclude(seen, part)
      }
    }),
  )
})
