import { assert, describe, it } from "@effect/vitest"
import { fetchImage, Image, Settings, WebBackend, type WebError } from "@porthole/core"
import { RateLimitedBudget } from "@porthole/stores"
import { Doubles, SampleImages } from "@porthole/testing"
import { Effect, Fiber, Layer, Schema } from "effect"
import { RateLimiter } from "effect/persistence"
import { TestClock } from "effect/testing"

const url = "https://example.com/a.png"
const png = SampleImages.files["image/png"]
const row = (extra: object = {}) => ({ url, content_type: "image/png", bytes: png, ...extra })

const fetchOf = (answer: unknown) =>
  fetchImage({ url }).pipe(Effect.provide(Doubles.backend({ image: () => Effect.succeed(answer) })))

const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

describe("the URL", () => {
  it.effect.each([
    ["ftp://example.com/", "unsupported_scheme", undefined],
    ["data:image/png;base64,iVBORw0KGgo=", "unsupported_scheme", undefined],
    ["http://user:pass@example.com/", "blocked_url", "invalid_target"],
    ["http://169.254.169.254/latest", "blocked_url", "private_or_metadata_target"],
    ["http://intranet/logo.png", "blocked_url", "private_or_metadata_target"],
    ["http://example.com:8080/", "blocked_url", "port_not_allowed"],
    ["/logo.png", "blocked_url", "invalid_target"],
  ] as const)("%s is refused before any backend is called", ([target, error, reason]) =>
    Effect.gen(function* () {
      const wire = yield* wireOf(fetchImage({ url: target }).pipe(Effect.provide(Doubles.backend({}))))
      assert.deepStrictEqual([wire.error, wire.reason], [error, reason])
    }),
  )

  it.effect("that is invalid is invalid_request and named", () =>
    Effect.gen(function* () {
      const sloppy: { readonly url: string } = JSON.parse('{ "url": null }')
      const wire = yield* wireOf(fetchImage(sloppy).pipe(Effect.provide(Doubles.backend({}))))
      assert.deepStrictEqual(wire, { error: "invalid_request", reason: "url", message: "url: expected string." })
    }),
  )

  it.effect("reaches the backend vetted, in its canonical form", () =>
    Effect.gen(function* () {
      const requested: Array<string> = []
      const backend = Doubles.backend({ image: (request) => Effect.sync(() => (requested.push(request.url), row())) })
      yield* fetchImage({ url: "HTTP://EXAMPLE.com./a b" }).pipe(Effect.provide(backend))
      assert.deepStrictEqual(requested, ["http://example.com/a%20b"])
    }),
  )
})

describe("the image", () => {
  it.effect("is the bytes, their type and their URL", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fetchOf(row()), { url, media_type: "image/png", bytes: png })
    }),
  )

  it.effect.each([
    [undefined, "image/gif"],
    ["", "image/webp"],
    ["image/jpg", "image/jpeg"],
    ["image/vnd.microsoft.icon", "image/x-icon"],
    ["IMAGE/AVIF; q=1", "image/avif"],
    ["image/png", "image/jpeg"],
  ] as const)("declared %s has the type of its bytes: %s", ([content_type, type]) =>
    Effect.gen(function* () {
      const undeclared = { url, bytes: SampleImages.files[type] }
      const image = yield* fetchOf(content_type === undefined ? undeclared : { ...undeclared, content_type })
      assert.strictEqual(image.media_type, type)
      assert.deepStrictEqual(image.bytes, SampleImages.files[type])
    }),
  )

  it.effect.each([
    ["an image that declares something else", row({ content_type: "text/html" })],
    ["an image that declares any bytes", row({ content_type: "application/octet-stream" })],
    ["an SVG", row({ content_type: "image/svg+xml", bytes: new TextEncoder().encode(SampleImages.svg) })],
    ["an SVG that says it is a PNG", row({ bytes: new TextEncoder().encode(SampleImages.svg) })],
    ["an empty file", row({ bytes: new Uint8Array(0) })],
  ] as const)("isn't one if it is %s: unsupported_content_type", ([, answer]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* wireOf(fetchOf(answer))).error, "unsupported_content_type")
    }),
  )

  it.effect.each([
    null,
    "image",
    {},
    row({ bytes: "iVBORw0KGgo=" }),
    row({ bytes: [0x89, 0x50] }),
    row({ url: "/relative" }),
    row({ url: "ftp://example.com/a.png" }),
    row({ content_type: 1 }),
  ])("that is invalid is invalid_backend_response: %j", (answer) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* wireOf(fetchOf(answer))).error, "invalid_backend_response")
    }),
  )

  it.effect("may have max_image_bytes and no more, from any fetcher", () =>
    Effect.gen(function* () {
      const ofSize = (size: number) => {
        const bytes = new Uint8Array(size)
        bytes.set(png)
        return fetchOf(row({ bytes }))
      }
      assert.strictEqual((yield* ofSize(2_097_152)).bytes.length, 2_097_152)
      assert.strictEqual((yield* wireOf(ofSize(2_097_153))).error, "response_too_large")
      const small = Settings.layer({ max_image_bytes: 65_536 })
      assert.strictEqual((yield* ofSize(65_536).pipe(Effect.provide(small))).bytes.length, 65_536)
      assert.strictEqual((yield* wireOf(ofSize(65_537)).pipe(Effect.provide(small))).error, "response_too_large")
    }),
  )

  it.effect("is base64 as JSON, and back", () =>
    Effect.gen(function* () {
      const codec = Schema.toCodecJson(Image.Image)
      const image = yield* fetchOf(row())
      const json = Schema.encodeSync(codec)(image)
      assert.include(JSON.stringify(json), Buffer.from(png).toString("base64"))
      assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(json), image)
    }),
  )
})

describe("the backend", () => {
  const methods = { search: () => Effect.succeed([]), extract: () => Effect.succeed({}) }
  const none: WebError.Wire = { error: "web_search_unavailable", message: "This tool isn't configured here." }

  it.effect.each([
    ["a literal", Layer.succeed(WebBackend.WebBackend, methods)],
    [
      "joined halves",
      WebBackend.layer({ search: Effect.succeed(methods.search), extract: Effect.succeed(methods.extract) }),
    ],
  ] as const)("may have no images: %s", ([, layer]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* wireOf(fetchImage({ url }).pipe(Effect.provide(layer))), none)
    }),
  )

  it.effect("may be joined from three methods", () =>
    Effect.gen(function* () {
      const layer = WebBackend.layer({
        search: WebBackend.unavailable,
        extract: WebBackend.unavailable,
        image: Effect.succeed(() => Effect.succeed(row())),
      })
      assert.strictEqual((yield* fetchImage({ url }).pipe(Effect.provide(layer))).media_type, "image/png")
    }),
  )

  it.effect("gets no call over the budget, and each image costs one request", () => {
    let requested = 0
    const images = Doubles.backend({ image: () => Effect.sync(() => (requested++, row())) })
    const budget = RateLimitedBudget.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))
    return Effect.gen(function* () {
      yield* fetchImage({ url })
      assert.strictEqual((yield* wireOf(fetchImage({ url }))).error, "budget_exceeded")
      assert.strictEqual(requested, 1)
    }).pipe(
      Effect.provide(
        Layer.merge(images, budget).pipe(Layer.provideMerge(Layer.orDie(Settings.layer({ max_uses: 1 })))),
      ),
    )
  })

  it.effect("has fetch_timeout to answer", () =>
    Effect.gen(function* () {
      const hanging = fetchImage({ url }).pipe(Effect.provide(Doubles.backend({ image: () => Effect.never })))
      const fiber = yield* Effect.forkChild(wireOf(hanging))
      yield* TestClock.adjust("19999 millis")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).error, "timeout")
    }),
  )
})
