/** clock: real, since a process reads. */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Settings, webFetch } from "@porthole/core"
import { Effect, Layer, Logger } from "effect"
import { Node, Operator, ToolSettings } from "../../src/index.ts"

const agent = "https://operator.test/.well-known/http-message-signatures-directory"

/** A site that refuses requests without a signature, and the ids of the keys of those with one. */
const site = () => {
  const keys: Array<string> = []
  const dialer = Doubles.dialer(({ headers }) => {
    const input = headers["signature-input"]
    if (input === undefined)
      return { status: 401, headers: { "Accept-Signature": 'sig1=("@authority");tag="web-bot-auth"' } }
    keys.push(/keyid="([^"]*)"/.exec(input)?.[1] ?? "")
    assert.strictEqual(headers["signature-agent"], `sig1="${agent}"`)
    return { status: 200, headers: { "Content-Type": "text/html" }, body: "<p>The sea is wide.</p>" }
  })
  const ports = Layer.mergeAll(dialer, Doubles.resolver({ "site.test": ["93.184.216.34"] }))
  return { keys, ports }
}

it.live("signs with the first key of the file, which may change at any time, and with none until there is one", () =>
  Effect.gen(function* () {
    const { keys, ports } = site()
    const settings = Layer.mergeAll(
      Settings.layer({ robots: false }),
      ToolSettings.layer({
        signature_agent: agent,
        signature_keys: join(mkdtempSync(join(tmpdir(), "porthole-identity-")), "keys.json"),
      }),
      Logger.layer([]),
    ).pipe(Layer.orDie)
    yield* Effect.gen(function* () {
      const identity = yield* Operator.signingIdentity
      const fetch = webFetch({ url: "https://site.test/", cache: false })
      assert.strictEqual((yield* Effect.flip(fetch)).status_code, 401)
      const one = yield* identity.add
      assert.strictEqual((yield* fetch).status_code, 200)
      const two = yield* identity.add
      yield* fetch
      assert.isTrue(yield* identity.use(two))
      yield* fetch
      assert.deepStrictEqual(keys, [one, one, two])
      assert.deepStrictEqual(
        (yield* identity.directory).keys.map(({ kid }) => kid),
        [two, one],
      )
    }).pipe(Effect.provide(Node.layer().pipe(Layer.provide(ports), Layer.provideMerge(settings))))
  }),
)
