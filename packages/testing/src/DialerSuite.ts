/** The contract of `Dialer`, for every adapter. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type Hop, Network, type WebError } from "@porthole/core"
import * as Contract from "./Contract.ts"

/** A test site's answer: a response, or a fault. */
export type Scripted =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
      readonly body?: Uint8Array | string
    }
  | "refuse"
  | "reset"
  | "garbage"

/** The request as the site received it; header names in lower case. */
export interface Seen {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The suite's input: the adapter, and a site that it can reach. `serve` starts a site that answers every request as
 * scripted, and returns a hop that leads to it and the requests that it has received.
 */
export interface DialerFixture {
  readonly layer: Layer.Layer<Network.Dialer>
  readonly serve: (
    answer: Scripted,
  ) => Effect.Effect<{ readonly hop: Hop; readonly seen: () => ReadonlyArray<Seen> }, never, Scope.Scope>
}

/** The cases. */
export const cases = (fixture: DialerFixture): ReadonlyArray<Contract.Case> =>
  [...responseCases(fixture), ...bodyCases(fixture), ...failureCases(fixture)].map(({ name, run }) =>
    Contract.make(name, Effect.scoped(Network.Dialer.use(({ dial }) => run(dial))), Effect.provide(fixture.layer)),
  )

// --- private --------------------------------------------------------------------------

type Dial = Network.Dialer["Service"]["dial"]

/** A case that still needs its dialer. */
interface DialCase {
  readonly name: string
  readonly run: (dial: Dial) => Effect.Effect<void, WebError.WebError | Contract.BrokenContract, Scope.Scope>
}

const test = (name: string, run: DialCase["run"]): DialCase => ({ name, run })

/** The request that a site receives, and the response as it comes. */
const responseCases = ({ serve }: DialerFixture): ReadonlyArray<DialCase> => [
  test("returns the status, the headers in lower case and the body", (dial) =>
    Effect.gen(function* () {
      const { hop } = yield* serve({ status: 200, headers: { "Content-Type": "text/plain" }, body: "hello" })
      const response = yield* dial({ hop, headers })
      yield* Contract.expectEqual(response.status, 200, "status")
      yield* Contract.expectEqual(response.headers["content-type"], "text/plain", "header")
      yield* Contract.expectEqual(yield* text(response.body), "hello", "body")
    })),
  test("sends the hop's host, the caller's headers, and nothing that identifies the caller", (dial) =>
    Effect.gen(function* () {
      const { hop, seen } = yield* serve({ status: 200, body: "x" })
      yield* text((yield* dial({ hop, headers })).body)
      const [request] = seen()
      yield* Contract.expectEqual(request?.path, hop.target.path, "path")
      yield* Contract.expectEqual(request?.headers["host"], new URL(hop.url).host, "host")
      yield* Contract.expectEqual(request?.headers["user-agent"], headers["user-agent"], "user-agent")
      for (const name of private_) yield* Contract.expect(request?.headers[name] === undefined, `no ${name}`)
    })),
  test("returns a redirect as it is and follows nothing", (dial) =>
    Effect.gen(function* () {
      const { hop, seen } = yield* serve({ status: 302, headers: { Location: "/elsewhere" } })
      const response = yield* dial({ hop, headers })
      yield* Contract.expectEqual([response.status, response.headers["location"]], [302, "/elsewhere"], "redirect")
      yield* Contract.expectEqual(seen().length, 1, "requests")
    })),
  test("leaves the Content-Encoding on the body", (dial) =>
    Effect.gen(function* () {
      const { hop } = yield* serve({ status: 200, headers: { "Content-Encoding": "gzip" }, body: "as it came" })
      const response = yield* dial({ hop, headers })
      yield* Contract.expectEqual(yield* text(response.body), "as it came", "wire bytes")
    })),
  test("lists each Set-Cookie on its own, and none if there is none", (dial) =>
    Effect.gen(function* () {
      const cookies = ["a=1; Expires=Thu, 01 Jan 2037 00:00:00 GMT", "b=2"]
      const { hop } = yield* serve({ status: 302, headers: { Location: "/", "Set-Cookie": cookies } })
      yield* Contract.expectEqual((yield* dial({ hop, headers })).setCookies, cookies, "all")
      const one = yield* serve({ status: 200, headers: { "Set-Cookie": "a=1, 2" } })
      yield* Contract.expectEqual((yield* dial({ hop: one.hop, headers })).setCookies, ["a=1, 2"], "one")
      const { hop: bare } = yield* serve({ status: 200 })
      yield* Contract.expectEqual((yield* dial({ hop: bare, headers })).setCookies, undefined, "none")
    })),
  test("sends a cookie that the caller gives, as it is", (dial) =>
    Effect.gen(function* () {
      const { hop, seen } = yield* serve({ status: 200 })
      yield* dial({ hop, headers: { ...headers, cookie: "a=1; b=2" } })
      yield* Contract.expectEqual(seen()[0]?.headers["cookie"], "a=1; b=2", "cookie")
    })),
  test("joins repeated headers by a comma", (dial) =>
    Effect.gen(function* () {
      const { hop } = yield* serve({ status: 200, headers: { "X-Part": ["one", "two"] } })
      yield* Contract.expectEqual((yield* dial({ hop, headers })).headers["x-part"], "one, two", "joined")
    })),
]

const bodyCases = ({ serve }: DialerFixture): ReadonlyArray<DialCase> => [
  test("carries a large body whole", (dial) =>
    Effect.gen(function* () {
      const body = new Uint8Array(3_000_000).map((_, at) => at % 251)
      const { hop } = yield* serve({ status: 200, body })
      const received = yield* Stream.runFold((yield* dial({ hop, headers })).body, () => ({ size: 0, sum: 0 }), add)
      yield* Contract.expectEqual(received, add({ size: 0, sum: 0 }, body), "every byte")
    })),
  test("releases an unread response", (dial) =>
    Effect.gen(function* () {
      const { hop, seen } = yield* serve({ status: 200, body: new Uint8Array(2_000_000) })
      for (let round = 0; round < 20; round++) yield* Effect.scoped(dial({ hop, headers }))
      yield* Contract.expectEqual(seen().length, 20, "requests that got through")
    })),
]

const failureCases = ({ serve }: DialerFixture): ReadonlyArray<DialCase> => {
  const failureCase = (name: string, answer: Scripted, reason: string) =>
    test(name, (dial) =>
      Effect.flatMap(serve(answer), ({ hop }) =>
        Contract.expectFailure(readAll(dial, hop), { error: "http_error", reason }, name),
      ),
    )
  return [
    failureCase("tells a refused connection as target_unreachable", "refuse", "target_unreachable"),
    failureCase("tells a reset connection as target_unreachable", "reset", "target_unreachable"),
    failureCase("tells an answer that is no HTTP as malformed_response", "garbage", "malformed_response"),
    test("dies for any argument but a Hop", (dial) =>
      Effect.flatMap(serve({ status: 200 }), ({ hop, seen }) =>
        Effect.gen(function* () {
          const forged: Hop = Object.create(hop)
          yield* Contract.expectDefect(dial({ hop: forged, headers }), "a look-alike is a defect")
          yield* Contract.expectEqual(seen().length, 0, "requests")
        }),
      )),
  ]
}

const headers = { "user-agent": "contract/1.0", accept: "*/*" }

const private_ = ["cookie", "authorization", "referer", "origin", "traceparent", "b3", "x-forwarded-for", "via"]

const text = (body: Stream.Stream<Uint8Array, WebError.WebError>): Effect.Effect<string, WebError.WebError> =>
  Stream.mkString(Stream.decodeText(body))

const readAll = (dial: Dial, hop: Hop): Effect.Effect<string, WebError.WebError, Scope.Scope> =>
  Effect.flatMap(dial({ hop, headers }), ({ body }) => text(body))

const add = (total: { readonly size: number; readonly sum: number }, chunk: Uint8Array) => ({
  size: total.size + chunk.length,
  sum: chunk.reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, total.sum),
})
