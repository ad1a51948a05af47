/** Tests signed requests, verified by an implementation of RFC 9421 that isn't ours. */
import { assert, describe, it } from "@effect/vitest"
import type { SigningKeys } from "@porthole/stores"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createVerifier, httpbis } from "http-message-signatures"
import { createPublicKey } from "node:crypto"
import { RequestSigner, SigningKey } from "../../src/index.ts"
import { get, inTime, page, type ReceivedRequest, type Site, to, web, wireOf } from "../support/DoubledWeb.ts"

const agent = "https://operator.test/.well-known/http-message-signatures-directory"
const asks = (field = 'sig1=("@authority" "signature-agent");created;expires;keyid;tag="web-bot-auth"') => ({
  status: 403,
  headers: { "Accept-Signature": field },
})

/** A site that asks for a signature until it gets one. */
const asking =
  (field?: string, answer = page()): Site =>
  (_, { headers }) =>
    headers["signature"] === undefined ? asks(field) : answer

const signedBy = (key: SigningKeys.SigningKey | undefined) =>
  Layer.succeed(
    RequestSigner.RequestSigner,
    Effect.succeed(Option.map(Option.fromUndefinedOr(key), (key) => ({ agent, key: Redacted.make(key) }))),
  )

const setUp = Effect.fnUntraced(function* (sites: Readonly<Record<string, Site>>, isOn = true) {
  yield* TestClock.setTime(1_800_000_000_000)
  const key = yield* SigningKey.generate
  const { dialled, layer } = web(sites)
  const services = Layer.provide(layer, signedBy(isOn ? key : undefined))
  return { key, dialled, signed: () => dialled.filter(isSigned), run: Effect.provide(services) }
})

const isSigned = ({ headers }: ReceivedRequest): boolean => "signature" in headers

/** Verifies a request with the keys of a directory, as a site does. */
const verify = Effect.fnUntraced(function* (
  { headers, url }: ReceivedRequest,
  { keys }: ReturnType<typeof SigningKey.directoryOf>,
) {
  const now = yield* Clock.currentTimeMillis
  const keyLookup = async ({ keyid }: { readonly keyid?: string }) => {
    const jwk = keys.find(({ kid }) => kid === keyid)
    if (jwk === undefined) return null
    return {
      id: jwk.kid,
      algs: ["ed25519"],
      verify: createVerifier(createPublicKey({ key: jwk, format: "jwk" }), "ed25519"),
    }
  }
  // Its expiry is checked against the machine's clock.
  const config = {
    keyLookup,
    notAfter: Math.floor(now / 1_000) + 10,
    requiredParams: ["created", "expires", "keyid", "nonce", "tag"],
  }
  return yield* Effect.promise(() => httpbis.verifyMessage(config, { method: "GET", url, headers: { ...headers } }))
})

const parameter = ({ headers }: ReceivedRequest | undefined = unsent, name: string): string | undefined =>
  new RegExp(`;${name}="?([^";]*)`).exec(headers["signature-input"] ?? "")?.[1]
const unsent: ReceivedRequest = { url: "", address: "", headers: {}, connectTimeout: undefined }

describe("a site that asks for a signature", () => {
  it.effect("gets an unsigned request first, then one that verifies against the operator's directory", () =>
    Effect.gen(function* () {
      const { dialled, key, run } = yield* setUp({ "a.test": asking() })
      const result = yield* get("https://a.test/page?q=1").pipe(run)
      assert.strictEqual(result.status_code, 200)
      const [first, second] = dialled
      assert.strictEqual(dialled.length, 2)
      assert.notProperty(first?.headers, "signature-agent")
      assert.strictEqual(second?.headers["signature-agent"], `sig1="${agent}"`)
      assert.strictEqual(parameter(second, "keyid"), SigningKey.thumbprintOf(key.x))
      assert.strictEqual(Buffer.from(parameter(second, "nonce") ?? "", "base64url").length, 64)
      assert.deepStrictEqual(
        [parameter(second, "created"), parameter(second, "expires"), parameter(second, "tag")],
        ["1800000000", "1800000060", "web-bot-auth"],
      )
      if (second === undefined) return
      const directory = SigningKey.directoryOf([key])
      assert.isTrue(yield* verify(second, directory))
      const elsewhere = { ...second, url: "https://b.test/page?q=1" }
      assert.isFalse(yield* verify(elsewhere, directory))
      const other = { ...second, headers: { ...second.headers, "signature-agent": 'sig1="https://other.test/"' } }
      assert.isFalse(yield* verify(other, directory))
    }),
  )

  it.effect("gets the components and the nonce that it asks for, under its label", () =>
    Effect.gen(function* () {
      const field =
        'other=("content-digest");tag="web-bot-auth", mine=("@method" "@target-uri" "@path" "@query" "user-agent" "@authority");nonce="n-1";tag="web-bot-auth"'
      const { key, run, signed } = yield* setUp({ "a.test": asking(field) })
      yield* get("https://a.test/page?q=1").pipe(run)
      const [request] = signed()
      assert.strictEqual(parameter(request, "nonce"), "n-1")
      for (const name of ["@method", "@target-uri", "@path", "@query", "user-agent"])
        assert.include(request?.headers["signature-input"], `"${name}"`)
      assert.isTrue(request?.headers["signature"]?.startsWith("mine=:"))
      if (request !== undefined) assert.isTrue(yield* verify(request, SigningKey.directoryOf([key])))
    }),
  )

  it.effect("gets a fresh signature on each hop, and no other origin gets one", () =>
    Effect.gen(function* () {
      const paths: Readonly<Record<string, ReturnType<typeof to>>> = {
        "/": to("/next"),
        "/next": to("https://b.test/end"),
      }
      const { key, run, signed } = yield* setUp({
        "a.test": (path, { headers }) => (headers["signature"] === undefined ? asks() : (paths[path] ?? page())),
        "b.test": () => page(),
      })
      assert.strictEqual((yield* get("https://a.test/").pipe(run)).url, "https://b.test/end")
      const requests = signed()
      assert.deepStrictEqual(
        requests.map(({ url }) => url),
        ["https://a.test/", "https://a.test/next"],
      )
      assert.notStrictEqual(parameter(requests[0], "nonce"), parameter(requests[1], "nonce"))
      for (const request of requests) assert.isTrue(yield* verify(request, SigningKey.directoryOf([key])))
    }),
  )

  it.effect("has one signed try, which is the call's one retry", () =>
    Effect.gen(function* () {
      for (const status of [401, 403, 429]) {
        const { dialled, run, signed } = yield* setUp({ "a.test": () => ({ ...asks(), status }) })
        assert.deepInclude(yield* wireOf(get("https://a.test/").pipe(run)), {
          error: "http_error",
          status_code: status,
        })
        assert.deepStrictEqual([dialled.length, signed().length], [2, 1])
      }
      const failing: Site = (_, { headers }) => (headers["signature"] === undefined ? asks() : { status: 503 })
      const { dialled, run } = yield* setUp({ "a.test": failing })
      yield* wireOf(get("https://a.test/").pipe(run))
      assert.strictEqual(dialled.length, 2)
    }),
  )

  it.effect("gets the signed try after its Retry-After", () =>
    Effect.gen(function* () {
      const { run, signed } = yield* setUp({
        "a.test": (_, { headers }) =>
          headers["signature"] === undefined
            ? { status: 429, headers: { "Accept-Signature": asks().headers["Accept-Signature"], "Retry-After": "2" } }
            : page(),
      })
      yield* inTime(get("https://a.test/").pipe(run), 3)
      assert.strictEqual(parameter(signed()[0], "created"), "1800000002")
    }),
  )
})

describe("nothing is signed", () => {
  const unanswered: ReadonlyArray<readonly [name: string, site: Site, url?: string]> = [
    ["without a challenge", () => ({ status: 403 })],
    ["for another status", () => ({ ...asks(), status: 404 })],
    ["for a site that is read", () => ({ ...page(), headers: { ...asks().headers, "Content-Type": "text/html" } })],
    ["without TLS", asking(), "http://a.test/"],
    ["for another protocol", asking('sig1=("@authority");tag="payments"')],
    ["with another's key", asking('sig1=("@authority");keyid="other"')],
    ["by another algorithm", asking('sig1=("@authority");alg="hmac-sha256"')],
    ["over fields that no request has", asking('sig1=("authorization")')],
    ["over names of our own objects", asking('sig1=("constructor" "__proto__")')],
    ["over part of a field", asking('sig1=("user-agent";bs)')],
    ["for a field that isn't valid", asking('sig1=("@authority"')],
    ["for a field of 10 KB", asking(`sig1=("@authority");nonce="${"n".repeat(10_240)}"`)],
    ["for a long list of nonsense", asking("a=(,".repeat(1_000))],
  ]
  for (const [name, site, url = "https://a.test/"] of unanswered) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const { dialled, run } = yield* setUp({ "a.test": site })
        yield* Effect.ignore(get(url).pipe(run))
        assert.isAbove(dialled.length, 0)
        assert.isFalse(dialled.some(isSigned))
      }),
    )
  }

  it.effect("without an identity", () =>
    Effect.gen(function* () {
      const { dialled, run } = yield* setUp({ "a.test": asking() }, false)
      assert.strictEqual((yield* wireOf(get("https://a.test/").pipe(run))).status_code, 403)
      assert.strictEqual(dialled.length, 1)
    }),
  )
})
