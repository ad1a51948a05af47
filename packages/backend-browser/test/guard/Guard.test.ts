/** Tests what the browser gets for its requests, over a pipe of the test's own. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { type Renderer, WebError } from "@porthole/core"
import type { Paused } from "../../src/cdp/Answers.ts"
import * as Connection from "../../src/cdp/Connection.ts"
import * as Guard from "../../src/guard/Guard.ts"
import * as FakePipe from "../support/FakePipe.ts"

const document = { url: "https://site.test/", status: 404, contentType: "text/html", bytes: Buffer.from("<p>") }

const paused = (path: string, resourceType = "XHR", method = "GET"): Paused => ({
  requestId: path,
  frameId: "MAIN",
  resourceType,
  request: { url: `https://site.test/${path}`, method, headers: {} },
})

const answerOf = (text: string, given: Partial<Renderer.PartAnswer> = {}): Renderer.PartAnswer => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  setCookies: [],
  bytes: Buffer.from(text),
  ...given,
})

const guarded = Effect.fnUntraced(function* (
  fetchPart: Renderer.RenderRequest["fetchPart"],
  limits: Partial<Guard.Limits> = {},
  answer: (command: FakePipe.Command) => object | undefined = () => ({}),
) {
  const fake = FakePipe.make(answer)
  const connection = Connection.make(fake.pipe, { maxMessageBytes: 1_000_000 })
  const guard = yield* Guard.make(connection, { document, fetchPart }, { maxRequests: 3, maxBytes: 100, ...limits })
  guard.onPage("MAIN")
  guard.onPaused(paused("", "Document"))
  return { fake, guard }
})

/** Lets everything run that has begun: it needs some turns of the event loop, and nothing from outside. */
const turns = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

const ask = ({ guard }: { guard: Guard.Guard }, ...requests: ReadonlyArray<Paused>) =>
  Effect.suspend(() => {
    requests.forEach(guard.onPaused)
    return turns
  })

const codesOf = (fake: FakePipe.FakePipe) =>
  fake.sent.slice(1).map(({ method, params }) => params["errorReason"] ?? params["responseCode"] ?? method)

describe("the guard", () => {
  it.effect("gives the fetched document without fetching it again", () =>
    Effect.gen(function* () {
      const { fake } = yield* guarded(() => Effect.die("fetched"))
      yield* turns
      assert.deepStrictEqual(fake.sent[0]?.params, {
        requestId: "",
        responseCode: 404,
        responseHeaders: [{ name: "content-type", value: "text/html" }],
        body: Buffer.from("<p>").toString("base64"),
      })
    }),
  )

  it.effect("gives a redirect as a redirect, with its cookies, and drops what speaks of a connection", () =>
    Effect.gen(function* () {
      const it = yield* guarded(() =>
        Effect.succeed(
          answerOf("", {
            status: 302,
            headers: { location: "http://10.9.0.5/", "content-length": "9", "alt-svc": "h3", "set-cookie": "no" },
            setCookies: ["a=1", "b=2; HttpOnly"],
          }),
        ),
      )
      yield* ask(it, paused("a"))
      assert.deepInclude(it.fake.sent[1]?.params, {
        responseCode: 302,
        responseHeaders: [
          { name: "location", value: "http://10.9.0.5/" },
          { name: "set-cookie", value: "a=1" },
          { name: "set-cookie", value: "b=2; HttpOnly" },
        ],
      })
      assert.deepStrictEqual(it.guard.report().requested, [{ url: "https://site.test/a", method: "GET", outcome: 302 }])
    }),
  )

  it.effect("fails whatever is refused or fails with one code, and tells only the operator which", () =>
    Effect.gen(function* () {
      const errors = [
        WebError.make({ error: "blocked_url", reason: "private_or_metadata_target" }),
        WebError.make({ error: "robots_disallowed" }),
        WebError.unreachable(),
        WebError.make({ error: "timeout" }),
      ]
      const it = yield* guarded(() => Effect.fail(errors.shift() ?? WebError.unreachable()), { maxRequests: 10 })
      yield* ask(
        it,
        paused("a"),
        paused("b"),
        paused("c"),
        paused("d"),
        paused("e", "XHR", "POST"),
        paused("f", "Font"),
      )
      assert.deepStrictEqual(
        codesOf(it.fake).toSorted(),
        Array.from({ length: 6 }, () => "Failed"),
      )
      const outcomes = it.guard.report().requested.map(({ outcome, url }) => `${url.slice(-1)} ${outcome}`)
      assert.deepStrictEqual(outcomes.toSorted(), ["a refused", "b refused", "c failed", "d failed", "e refused"])
    }),
  )

  it.effect("fetches frames of the site that the page's own document shows", () =>
    Effect.gen(function* () {
      const it = yield* guarded(() => Effect.succeed(answerOf("x")))
      const frame = (requestId: string): Paused => ({
        ...paused("", "Document"),
        requestId,
        frameId: "FRAME",
        request: { url: "https://docs.site.test/", method: "GET", headers: {} },
      })
      it.guard.onNavigated({ id: "FRAME", domainAndRegistry: "site.test" })
      yield* ask(it, frame("before"))
      it.guard.onNavigated({ id: "MAIN", domainAndRegistry: "site.test" })
      yield* ask(it, frame("after"))
      assert.deepStrictEqual(codesOf(it.fake), ["Aborted", 200])
    }),
  )

  it.effect("fetches no more requests than its limit, and no more bytes", () =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      const fetchPart = ({ url }: Renderer.PartRequest) => {
        urls.push(url)
        return Effect.succeed(answerOf("x".repeat(60)))
      }
      const it = yield* guarded(fetchPart)
      yield* ask(it, paused("a"))
      assert.isFalse(it.guard.report().isCut)
      yield* ask(it, paused("b"))
      assert.isTrue(it.guard.report().isCut)
      yield* ask(it, paused("c"), paused("d"))
      assert.deepStrictEqual(codesOf(it.fake), [200, "Failed", "Failed", "Failed"])
      assert.lengthOf(urls, 2)
      const other = yield* guarded(() => Effect.succeed(answerOf("")))
      yield* ask(other, paused("a"), paused("b"), paused("c"))
      assert.isFalse(other.guard.report().isCut)
      yield* ask(other, paused("d"))
      assert.deepStrictEqual(codesOf(other.fake).toSorted(), [200, 200, 200, "Failed"])
      assert.isTrue(other.guard.report().isCut)
    }),
  )

  it.effect("tells that a limit of the call cut a part", () =>
    Effect.gen(function* () {
      const it = yield* guarded(() => Effect.fail(WebError.make({ error: "response_too_large" })))
      assert.isFalse(it.guard.report().isCut)
      yield* ask(it, paused("a"))
      assert.deepStrictEqual(codesOf(it.fake), ["Failed"])
      assert.isTrue(it.guard.report().isCut)
    }),
  )

  it.effect("ends a page that doesn't stop to ask, and lists a bounded part", () =>
    Effect.gen(function* () {
      const it = yield* guarded(() => Effect.succeed(answerOf("")), { maxRequests: 30 })
      let isFlooded = false
      yield* Effect.forkScoped(
        Effect.andThen(
          it.guard.flooded,
          Effect.sync(() => (isFlooded = true)),
        ),
      )
      const many = (count: number) => Array.from({ length: count }, () => paused("x".repeat(9_000)))
      yield* ask(it, ...many(290))
      assert.isFalse(isFlooded)
      yield* ask(it, ...many(20))
      assert.isTrue(isFlooded)
      const { requested } = it.guard.report()
      assert.lengthOf(requested, 200)
      assert.isTrue(requested.every(({ url }) => url.length === 2_048))
    }),
  )

  it.effect("counts what is on its way, and the document until it is given", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<Renderer.PartAnswer>()
      const fake = FakePipe.make(() => ({}))
      const connection = Connection.make(fake.pipe, { maxMessageBytes: 1_000 })
      const limits = { maxRequests: 3, maxBytes: 100 }
      const guard = yield* Guard.make(connection, { document, fetchPart: () => Deferred.await(gate) }, limits)
      assert.strictEqual(guard.pending(), 1)
      guard.onPage("MAIN")
      guard.onPaused(paused("", "Document"))
      assert.strictEqual(guard.pending(), 0)
      guard.onPaused(paused("a", "Stylesheet"))
      assert.strictEqual(guard.pending(), 1)
      yield* Deferred.succeed(gate, answerOf("p {}"))
      yield* turns
      assert.strictEqual(guard.pending(), 0)
      assert.deepStrictEqual(Array.from(guard.styles), [["https://site.test/a", "p {}"]])
    }),
  )

  it.effect("ends a page that makes the browser report too much", () =>
    Effect.gen(function* () {
      const { guard } = yield* guarded(() => Effect.succeed(answerOf("")))
      guard.onMessage({ method: "A.b", params: {}, sessionId: "S", size: 32 * 1_048_576 })
      assert.isFalse(guard.report().isCut)
      guard.onMessage({ method: "A.b", params: {}, sessionId: "S", size: 1 })
      assert.isTrue(guard.report().isCut)
      yield* guard.flooded
    }),
  )

  it.effect("fails a request whose answer the browser doesn't take", () =>
    Effect.gen(function* () {
      const it = yield* guarded(
        () => Effect.succeed(answerOf("", { status: 999 })),
        {},
        () => undefined,
      )
      yield* ask(it, paused("a"))
      const command = it.fake.sent.find(({ params }) => params["responseCode"] === 999)
      it.fake.tell({ id: command?.id, error: { message: "Invalid http status code or phrase" } })
      yield* turns
      assert.deepStrictEqual(it.fake.sent.at(-1)?.params, { requestId: "a", errorReason: "Failed" })
    }),
  )
})
