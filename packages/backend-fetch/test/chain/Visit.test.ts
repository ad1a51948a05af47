/** Tests the steps of a hop one by one. */
import { assert, describe, it } from "@effect/vitest"
import { Hop, type Network, Settings, WebError, WebUrl } from "@porthole/core"
import { Effect, Result, Stream } from "effect"
import * as Visit from "../../src/chain/Visit.ts"

const policy = { ports: [80, 443] }
const targetOf = (text: string) => Result.getOrThrow(WebUrl.judge(text, policy))
const placeOf = (text: string, ...before: ReadonlyArray<string>): Visit.Position => {
  const target = targetOf(text)
  return { target, visited: [...before, target.url] }
}
const unreachable = WebError.make({ error: "http_error", reason: "target_unreachable" })

describe("resolve", () => {
  const pins = (host: string) => Effect.succeed([`addresses of ${host}`])

  it.effect("resolves a name through the pins", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Visit.resolve(pins, placeOf("https://a.test/").target), ["addresses of a.test"])
    }),
  )

  it.effect("resolves no literal", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Visit.resolve(pins, placeOf("https://93.184.216.34/").target), [])
    }),
  )
})

describe("judge", () => {
  it("makes a hop of each public address", () => {
    const hops = Result.getOrThrow(Visit.judge(placeOf("https://a.test/"), ["93.184.216.34", "2606:2800::1"]))
    assert.deepStrictEqual(
      hops.map(({ address }) => address.value),
      ["93.184.216.34", "2606:2800::1"],
    )
  })

  it("refuses a host with one private address, with the same report on every hop", () => {
    const reasonOf = (place: Visit.Position) =>
      Result.match(Visit.judge(place, ["93.184.216.34", "10.0.0.1"]), {
        onFailure: ({ error, transient }) => [error.reason, transient],
        onSuccess: () => [],
      })
    assert.deepStrictEqual(reasonOf(placeOf("https://a.test/")), ["private_or_metadata_target", false])
    assert.deepStrictEqual(reasonOf(placeOf("https://a.test/", "https://b.test/")), [
      "redirect_to_blocked_target",
      false,
    ])
  })
})

describe("dial", () => {
  const [first, second] = Result.getOrThrow(Hop.vet(targetOf("https://a.test/"), ["93.184.216.34", "93.184.216.35"]))
  const dialled = (failure: WebError.WebError) => {
    const tried: Array<string> = []
    const dial: Network.Dialer["Service"]["dial"] = ({ hop }) => {
      tried.push(hop.address.value)
      return tried.length === 1 ? Effect.fail(failure) : Effect.succeed(response(200))
    }
    return { tried, dialer: { dial } }
  }
  const hops: Visit.Hops = second === undefined ? [first] : [first, second]

  it.effect("tries the next address after an unreachable one", () =>
    Effect.gen(function* () {
      const { dialer, tried } = dialled(unreachable)
      assert.strictEqual((yield* Effect.scoped(Visit.dial(dialer, hops, { headers: {} }))).status, 200)
      assert.deepStrictEqual(tried, ["93.184.216.34", "93.184.216.35"])
    }),
  )

  it.effect("tries no other after a failure that another address can't solve", () =>
    Effect.gen(function* () {
      const { dialer, tried } = dialled(WebError.make({ error: "http_error", reason: "tls_failed" }))
      yield* Effect.flip(Effect.scoped(Visit.dial(dialer, hops, { headers: {} })))
      assert.lengthOf(tried, 1)
    }),
  )
})

describe("follow", () => {
  const read = ({ status }: Network.DialResponse) => Effect.succeed(status)
  const follow = Effect.fnUntraced(function* (
    first: Network.DialResponse,
    place: Visit.Position,
    rest: Partial<Visit.ChainRequest<number>> = {},
  ) {
    const settings = yield* Settings.Settings
    return yield* Visit.follow(settings, { target: place.target, headers: {}, read, ...rest }, place, first)
  })

  it.effect("reads an answer without a redirect", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* follow(response(404), placeOf("https://a.test/")), { arrived: true, value: 404 })
    }),
  )

  it.effect("follows a redirect if the policy admits it", () =>
    Effect.gen(function* () {
      const place = placeOf("https://a.test/")
      const next = yield* follow(response(302, "/b"), place)
      assert.deepStrictEqual(next, { arrived: false, next: targetOf("https://a.test/b") })
      const { error } = yield* Effect.flip(follow(response(302, "http://10.0.0.1/"), place))
      assert.strictEqual(error.reason, "redirect_to_blocked_target")
    }),
  )

  it.effect("refuses every redirect if none is allowed, and the first one above the limit", () =>
    Effect.gen(function* () {
      const place = placeOf("https://a.test/")
      const refused = yield* Effect.flip(follow(response(302, "/b"), place, { redirects: "refuse" }))
      assert.strictEqual(refused.error.reason, "redirect_to_blocked_target")
      const tooMany = yield* Effect.flip(follow(response(302, "/b"), place, { maxRedirects: 0 }))
      assert.strictEqual(tooMany.error.reason, "too_many_redirects")
    }),
  )
})

function response(status: number, location?: string): Network.DialResponse {
  return { status, headers: location === undefined ? {} : { location }, body: Stream.empty }
}
