/** Tests the resolver over DNS-over-HTTPS against servers in memory; `packages/test-net` has real ones. */
import { assert, describe, it } from "@effect/vitest"
import { Network, Settings, WebError } from "@porthole/core"
import { EndpointClient } from "@porthole/provider-kit"
import { ResolverSuite } from "@porthole/testing"
import { Effect, Fiber, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { NodeNetwork } from "../../src/index.ts"
import * as DohResolver from "../../src/resolve/DohResolver.ts"
import { AAAA, address, alias, type Record, response } from "../support/DnsAnswers.ts"

const server = "https://dns.test/dns-query"
const other = "https://other.test/dns-query"
const type = "application/dns-message"

/** A question as a server receives it. */
interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<globalThis.Record<string, string>>
  readonly question: Uint8Array
  readonly name: string
  readonly type: number
}

type Answer = Effect.Effect<Response>

const sent = (bytes: Uint8Array | string, status = 200, contentType = type): Answer =>
  Effect.sync(
    () => new Response(new Uint8Array(Buffer.from(bytes)), { status, headers: { "content-type": contentType } }),
  )

const named = (question: Uint8Array): string => {
  const labels = Buffer.from(question.subarray(12, -5)).toString("latin1")
  return labels.replaceAll(/[^a-z0-9_-]/g, ".").slice(1)
}

/** A client for servers that answer by a function, and what they were asked. */
const serving = (answer: (asked: Asked) => Answer) => {
  const asked: Array<Asked> = []
  const client = HttpClient.make((request, url) =>
    Effect.suspend(() => {
      const question = request.body._tag === "Uint8Array" ? request.body.body : new Uint8Array()
      const one: Asked = {
        url: url.href,
        method: request.method,
        headers: { ...request.headers },
        question,
        name: named(question),
        type: question.at(-3) ?? 0,
      }
      asked.push(one)
      return Effect.map(answer(one), (web) => HttpClientResponse.fromWeb(request, web))
    }),
  )
  const through = (servers: ReadonlyArray<string>) =>
    Layer.provide(NodeNetwork.layerDohResolver(servers), Layer.succeed(HttpClient.HttpClient, client))
  return { asked, through }
}

const recordsOf = (name: string, ...values: ReadonlyArray<string>): ReadonlyArray<Record> =>
  values.map((value) => address(name, value))

/** Answers with the records of the question's type. */
const answering =
  (zone: Readonly<globalThis.Record<string, ReadonlyArray<Record>>>) =>
  ({ name, question, type }: Asked): Answer =>
    sent(
      name in zone
        ? response(
            question,
            (zone[name] ?? []).filter((record) => record.type === type || record.type === 5),
          )
        : response(question, [], { flags: 0x8183 }),
    )

const resolve = (host: string) => Network.Resolver.use((resolver) => resolver.resolve(host))

/** The outcome of a look-up, whose waits the test's clock passes: addresses, or code and reason. */
const outcomeOf = (host: string, layer: Layer.Layer<Network.Resolver>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.result(Effect.provide(resolve(host), layer)))
    yield* TestClock.adjust("1 minute")
    const result = yield* Fiber.join(fiber)
    return result._tag === "Success" ? result.success : `${result.failure.error} ${result.failure.reason ?? ""}`.trim()
  })

const unreachable = "http_error target_unreachable"

describe("the contract of a resolver", () => {
  const known = { host: "known.test", addresses: ["93.184.216.34", "93.184.216.35", "2606:2800:220:1:0:0:0:1"] }
  const { through } = serving(answering({ [known.host]: recordsOf(known.host, ...known.addresses) }))
  for (const { name, run } of ResolverSuite.cases({ layer: through([server]), known, unknown: "unknown.test" })) {
    it.effect(name, () => run)
  }
})

describe("a question", () => {
  it.effect("goes out for both types, by POST, with nothing that identifies the caller", () =>
    Effect.gen(function* () {
      const { asked, through } = serving(answering({ "a.test": recordsOf("a.test", "93.184.216.34") }))
      assert.deepStrictEqual(yield* outcomeOf("A.test.", through([server])), ["93.184.216.34"])
      assert.deepStrictEqual(
        asked.map(({ method, name, type, url }) => [method, url, name, type]),
        [
          ["POST", server, "a.test", 1],
          ["POST", server, "a.test", AAAA],
        ],
      )
      for (const { headers } of asked) {
        assert.deepStrictEqual([headers["accept"], headers["content-type"]], [type, type])
        for (const name of ["cookie", "authorization", "traceparent", "b3"]) assert.notProperty(headers, name)
      }
    }),
  )

  it.effect("has answers of both families, IPv4 first, and private ones as they are", () =>
    Effect.gen(function* () {
      const zone = { "a.test": recordsOf("a.test", "fd00:0:0:0:0:0:0:1", "10.0.0.1", "93.184.216.34") }
      const { through } = serving(answering(zone))
      assert.deepStrictEqual(yield* outcomeOf("a.test", through([server])), [
        "10.0.0.1",
        "93.184.216.34",
        "fd00:0:0:0:0:0:0:1",
      ])
    }),
  )

  it.effect("is followed along aliases within the answer", () =>
    Effect.gen(function* () {
      const { through } = serving(
        answering({ "a.test": [alias("a.test", "b.test"), address("b.test", "93.184.216.34")] }),
      )
      assert.deepStrictEqual(yield* outcomeOf("a.test", through([server])), ["93.184.216.34"])
    }),
  )
})

const good = answering({ "a.test": recordsOf("a.test", "93.184.216.34") })

const faults: ReadonlyArray<readonly [name: string, answer: (asked: Asked) => Answer, outcome: string]> = [
  ["hangs", () => Effect.never, "timeout"],
  ["answers with HTML", () => sent("<html>log in</html>", 200, "text/html"), unreachable],
  ["answers with HTML as a DNS message", () => sent("<html>log in</html>"), unreachable],
  ["answers with no type", ({ question }) => sent(response(question, []), 200, ""), unreachable],
  ["redirects", () => sent("", 302), unreachable],
  ["answers 500", ({ question }) => sent(response(question, []), 500), unreachable],
  ["fails", ({ question }) => sent(response(question, [], { flags: 0x8182 })), unreachable],
  ["answers another question", () => sent(response(Buffer.alloc(17), [])), unreachable],
  ["answers nothing", () => sent(""), unreachable],
  ["sends 10,000 records", ({ name, question }) => sent(response(question, many(name))), unreachable],
  ["sends more than an endpoint may", () => sent(new Uint8Array(EndpointClient.maxResponseBytes + 1)), unreachable],
]

const many = (name: string) => Array.from({ length: 10_000 }, () => address(name, "93.184.216.34"))

describe("a server that", () => {
  it.effect.each(faults)("%s is a typed failure", ([, answer, outcome]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcomeOf("a.test", serving(answer).through([server])), outcome)
    }),
  )

  it.effect.each(faults)("%s is followed by the next one", ([, answer]) =>
    Effect.gen(function* () {
      const { asked, through } = serving((one) => (one.url === server ? answer(one) : good(one)))
      assert.deepStrictEqual(yield* outcomeOf("a.test", through([server, other])), ["93.184.216.34"])
      assert.deepStrictEqual(
        asked.map(({ url }) => url),
        [server, server, other, other],
      )
    }),
  )

  it.effect("has no address for a name isn't followed by another one", () =>
    Effect.gen(function* () {
      const { asked, through } = serving(good)
      assert.strictEqual(yield* outcomeOf("gone.test", through([server, other])), unreachable)
      assert.lengthOf(asked, 2)
    }),
  )

  it.effect("fails for one type has the addresses of the other", () =>
    Effect.gen(function* () {
      const { through } = serving((one) => (one.type === AAAA ? sent("", 500) : good(one)))
      assert.deepStrictEqual(yield* outcomeOf("a.test", through([server])), ["93.184.216.34"])
    }),
  )

  it.effect("doesn't answer is named to the operator, with the reason", () =>
    Effect.gen(function* () {
      const { through } = serving(() => sent("", 500))
      const error = yield* Effect.flip(Effect.provide(resolve("a.test"), through([server])))
      assert.notInclude(JSON.stringify(error), "dns.test")
      const [first, second] = WebError.chainOf(WebError.causeOf(error))
      assert.instanceOf(first, DohResolver.NoServerAnswers)
      assert.include(first?.message, server)
      assert.include(second?.message, "status 500")
    }),
  )
})

it.effect.each([
  ["20 s", 2_000],
  ["1 s", 2_000],
  ["120 s", 12_000],
] as const)("with a fetch_timeout of %s a server that hangs is followed after %i ms", ([fetch_timeout, wait]) =>
  Effect.gen(function* () {
    const { asked, through } = serving((one) => (one.url === server ? Effect.never : good(one)))
    const fiber = yield* Effect.forkChild(Effect.provide(resolve("a.test"), through([server, other])))
    yield* TestClock.adjust(wait - 1)
    assert.lengthOf(asked, 2)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* Fiber.join(fiber), ["93.184.216.34"])
  }).pipe(Effect.provide(Settings.layer({ fetch_timeout }))),
)

it.effect("a name is asked for once, however many want it at a time, and a burst of names waits for its turn", () =>
  Effect.gen(function* () {
    const { asked, through } = serving(() => Effect.never)
    yield* Effect.gen(function* () {
      for (let at = 0; at < 8; at++) yield* Effect.forkChild(resolve("a.test"))
      for (let at = 0; at < 100; at++) yield* Effect.forkChild(resolve(`b${at}.test`))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(asked.filter(({ name }) => name === "a.test").length, 2)
      assert.isAtMost(asked.length, 2 * DohResolver.maxLookups)
    }).pipe(Effect.provide(through([server])))
  }),
)
