/** Tests images over doubles of the ports: the differences from pages, and the shared parts. No socket is opened. */
import { assert, describe, it } from "@effect/vitest"
import { fetchImage, Network, RequestBudget, Settings, WebBackend, WebError, webFetch, WebUrl } from "@porthole/core"
import { Doubles, SampleImages, WebBackendSuite } from "@porthole/testing"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import { PinnedFetch, RedirectChain } from "../../src/index.ts"

const address = "93.184.216.34"
const png = SampleImages.files["image/png"]
const url = "http://site.test/a.png"

type Answer = Parameters<typeof Doubles.dialer>[0]

const image = (body: Doubles.Answer["body"] = png, type: string | undefined = "image/png"): Doubles.Answer => ({
  status: 200,
  headers: type === undefined ? {} : { "Content-Type": type },
  ...(body === undefined ? {} : { body }),
})

const unreachable = WebError.fail({ error: "http_error", reason: "target_unreachable" })

/** A body that records when it is read. */
const tellTale = (reads: Array<string>): Stream.Stream<Uint8Array> =>
  Stream.fromEffect(Effect.sync(() => (reads.push("read"), png)))

const over = (answer: Answer) =>
  WebBackend.layer({
    search: WebBackend.unavailable,
    extract: WebBackend.unavailable,
    image: PinnedFetch.image,
  }).pipe(
    Layer.provide([
      Doubles.dialer(answer),
      Doubles.resolver({ "site.test": [address], "private.test": ["10.0.0.1"], "mixed.test": [address, "10.0.0.1"] }),
    ]),
  )

const get = (answer: Answer, target = url) => fetchImage({ url: target }).pipe(Effect.provide(over(answer)))

const wireOf = <A, R>(effect: Effect.Effect<A, WebError.WebError, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

/** Advances the test clock until the fiber is done. */
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let tick = 0; tick < 40; tick++) yield* TestClock.adjust("250 millis")
    return yield* Fiber.join(fiber)
  })

describe("PinnedImage", () => {
  const cases = WebBackendSuite.imageCases({
    url,
    media_type: "image/png",
    found: over(() => image()),
    faults: [
      { name: "a 404", layer: over(() => ({ status: 404 })), expected: { error: "http_error" } },
      {
        name: "a page",
        layer: over(() => image("<p>x", "text/html")),
        expected: { error: "unsupported_content_type" },
      },
      {
        name: "an image too large",
        layer: over(() => image(new Uint8Array(3_000_000))),
        expected: { error: "response_too_large" },
      },
      {
        name: "a redirect",
        layer: over(() => ({ status: 302, headers: { Location: "/b.png" } })),
        expected: { error: "blocked_url", reason: "redirect_to_blocked_target" },
      },
    ],
  })
  for (const { name, run } of cases) it.effect(name, () => run)
})

it.effect("an image's buffer holds nothing else of the response", () =>
  Effect.gen(function* () {
    const arrived = new Uint8Array(png.length + 64)
    arrived.set(png)
    const { bytes } = yield* get(() => image(arrived.subarray(0, png.length)))
    assert.deepStrictEqual(bytes, png)
    assert.strictEqual(bytes.buffer.byteLength, png.length)
  }),
)

describe("a redirect", () => {
  const refused = {
    error: "blocked_url",
    reason: "redirect_to_blocked_target",
    message: "The image's URL redirects, and redirects of images aren't followed. Use the final URL.",
  } as const

  it.effect.each([300, 301, 302, 303, 304, 305, 306, 307, 308, 399])(
    "of status %d isn't followed, and its body isn't read",
    (status) =>
      Effect.gen(function* () {
        for (const location of [
          "/b.png",
          "http://site.test/a.png",
          "https://public.test/",
          "http://10.0.0.1/",
          undefined,
        ]) {
          const dialled: Array<string> = []
          const reads: Array<string> = []
          const wire = yield* wireOf(
            get(({ hop }) => {
              dialled.push(hop.url)
              const headers = { "Content-Type": "image/png", ...(location === undefined ? {} : { Location: location }) }
              return { status, headers, body: tellTale(reads) }
            }),
          )
          assert.deepStrictEqual(wire, refused)
          assert.deepStrictEqual([dialled, reads], [[url], []])
        }
      }),
  )

  it.effect.each([199, 400, 404, 410])("has no other status: %d is reported unchanged, once", (status) =>
    Effect.gen(function* () {
      let dialled = 0
      const wire = yield* wireOf(get(() => (dialled++, { status, headers: { Location: "/b.png" } })))
      assert.deepStrictEqual([wire.error, wire.status_code, dialled], ["http_error", status, 1])
    }),
  )
})

describe("a target", () => {
  it.effect.each(["http://private.test/", "http://mixed.test/"])("%s is refused undialled", (target) =>
    Effect.gen(function* () {
      const dialled: Array<string> = []
      const wire = yield* wireOf(get(({ hop }) => (dialled.push(hop.url), image()), target))
      assert.deepStrictEqual([wire.error, wire.reason], ["blocked_url", "private_or_metadata_target"])
      assert.deepStrictEqual(dialled, [])
    }),
  )

  it.effect("is requested with the listed types, without the caller's headers", () =>
    Effect.gen(function* () {
      const requested: Array<Readonly<Record<string, string>>> = []
      yield* get(({ headers }) => (requested.push(headers), image()))
      assert.deepStrictEqual(Object.keys(requested[0] ?? {}).toSorted(), ["accept", "accept-encoding", "user-agent"])
      assert.strictEqual(
        requested[0]?.["accept"],
        "image/png, image/jpeg, image/gif, image/webp, image/avif, image/x-icon, image/vnd.microsoft.icon",
      )
    }),
  )
})

describe("the type", () => {
  it.effect.each(["image/svg+xml", "text/html", "application/octet-stream", "image/bmp", "image/png, text/html"])(
    "%s is refused by its declaration, the body unread",
    (type) =>
      Effect.gen(function* () {
        const reads: Array<string> = []
        assert.strictEqual((yield* wireOf(get(() => image(tellTale(reads), type)))).error, "unsupported_content_type")
        assert.deepStrictEqual(reads, [])
      }),
  )

  it.effect.each([
    ["HTML", "<!doctype html><p>x"],
    ["an SVG", SampleImages.svg],
    ["an SVG in gzip", gzipSync(SampleImages.svg)],
    ["nothing", ""],
  ] as const)("image/png is refused when the body is %s", ([, body]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* wireOf(get(() => image(body)))).error, "unsupported_content_type")
    }),
  )

  it.effect("declared reaches the kernel unchanged, or is absent if there was none", () =>
    Effect.gen(function* () {
      const rowOf = (answer: Answer) =>
        WebBackend.WebBackend.use(({ image }) =>
          Effect.flatMap(Effect.fromResult(WebUrl.judge(url, { ports: [80] })), (target) =>
            image === undefined ? Effect.die("no images") : image({ url: target.url, target }),
          ),
        ).pipe(Effect.provide(over(answer)))
      assert.deepStrictEqual(yield* rowOf(() => image(png, "Image/PNG; x=y")), {
        url,
        bytes: png,
        content_type: "Image/PNG; x=y",
      })
      assert.deepStrictEqual(yield* rowOf(() => ({ status: 200, body: png })), { url, bytes: png })
    }),
  )

  it.effect("comes from the bytes when none is declared, or another one of the list", () =>
    Effect.gen(function* () {
      const bare = yield* get(() => ({ status: 200, body: SampleImages.files["image/avif"] }))
      assert.strictEqual(bare.media_type, "image/avif")
      const other = yield* get(() => image(SampleImages.files["image/webp"], "image/png"))
      assert.deepStrictEqual([other.media_type, other.bytes], ["image/webp", SampleImages.files["image/webp"]])
    }),
  )
})

describe("the body", () => {
  it.effect.each([
    ["gzip", gzipSync(png)],
    ["deflate", deflateSync(png)],
    ["zstd", zstdCompressSync(png)],
    ["identity", png],
  ] as const)("is decoded from its Content-Encoding: %s", ([coding, body]) =>
    Effect.gen(function* () {
      const answer = { status: 200, headers: { "Content-Type": "image/png", "Content-Encoding": coding }, body }
      assert.deepStrictEqual((yield* get(() => answer)).bytes, png)
    }),
  )

  it.effect("isn't read when its Content-Length is over the cap", () =>
    Effect.gen(function* () {
      const reads: Array<string> = []
      const headers = { "Content-Type": "image/png", "Content-Length": "2097153" }
      const wire = yield* wireOf(get(() => ({ status: 200, headers, body: tellTale(reads) })))
      assert.deepStrictEqual(wire, {
        error: "response_too_large",
        message: "The image is larger than allowed. Use a smaller one.",
      })
      assert.deepStrictEqual(reads, [])
      const atTheCap = { "Content-Type": "image/png", "Content-Length": "2097152" }
      yield* get(() => ({ status: 200, headers: atTheCap, body: tellTale(reads) }))
      assert.deepStrictEqual(reads, ["read"])
    }),
  )

  it.effect("is read no further than max_image_bytes, decoded", () =>
    Effect.gen(function* () {
      let chunks = 0
      const endless = Stream.forever(Stream.fromEffect(Effect.sync(() => (chunks++, new Uint8Array(65_536)))))
      const bomb = {
        status: 200,
        headers: { "Content-Type": "image/png", "Content-Encoding": "gzip" },
        body: gzipSync(Buffer.alloc(50_000_000)),
      }
      for (const answer of [image(endless), bomb]) {
        assert.deepStrictEqual(yield* wireOf(get(() => answer)), {
          error: "response_too_large",
          message: "The image is larger than allowed. Use a smaller one.",
        })
      }
      assert.isAtMost(chunks, 34)
      const small = fetchImage({ url }).pipe(
        Effect.provide(
          over(() => image(new Uint8Array(65_537))).pipe(
            Layer.provideMerge(Layer.orDie(Settings.layer({ max_image_bytes: 65_536 }))),
          ),
        ),
      )
      assert.strictEqual((yield* Effect.flip(small)).wire.error, "response_too_large")
    }),
  )
})

describe("the second try", () => {
  it.effect.each([
    ["a 503", { status: 503 }],
    ["a 429", { status: 429, headers: { "Retry-After": "1" } }],
    ["a refused connection", unreachable],
    ["a body that broke off", image(Stream.fromEffect(unreachable))],
  ] as const)("comes once after %s", ([, first]) =>
    Effect.gen(function* () {
      let requested = 0
      assert.strictEqual((yield* inTime(get(() => (requested++ === 0 ? first : image())))).media_type, "image/png")
      assert.strictEqual(requested, 2)
      let again = 0
      yield* inTime(wireOf(get(() => (again++, first))))
      assert.strictEqual(again, 2)
    }),
  )

  it.effect("isn't made if the wait for its turn used up the call's time", () =>
    Effect.gen(function* () {
      const turn = Layer.succeed(
        RequestBudget.RequestBudget,
        // clock: TestClock decides
        RequestBudget.RequestBudget.of({ spend: Effect.sleep("12 seconds") }),
      )
      const limited = wireOf(get(() => ({ status: 429, headers: { "Retry-After": "10" } })))
      const fiber = yield* Effect.forkChild(limited.pipe(Effect.provide(turn)))
      yield* TestClock.adjust("12 seconds")
      assert.isDefined(fiber.pollUnsafe())
      assert.deepInclude(yield* Fiber.join(fiber), { error: "http_error", status_code: 429 })
    }),
  )

  it.effect("never comes after a redirect, a wrong type or too many bytes", () =>
    Effect.gen(function* () {
      for (const answer of [{ status: 302 }, image("x"), image(new Uint8Array(3_000_000))]) {
        let requested = 0
        yield* inTime(wireOf(get(() => (requested++, answer))))
        assert.strictEqual(requested, 1)
      }
    }),
  )
})

describe("pages and images of one composition", () => {
  /**
   * Page reader and image reader over one site that takes a second for everything; `isShared` selects a shared
   * composition.
   */
  const both = (isShared: boolean) => {
    const load = { now: 0, peak: 0 }
    const resolved: Array<string> = []
    const resolver = Layer.succeed(
      Network.Resolver,
      Network.Resolver.of({ resolve: (host) => Effect.sync(() => (resolved.push(host), [address])) }),
    )
    const dialer = Doubles.dialer(({ hop }) =>
      Effect.acquireUseRelease(
        Effect.sync(() => (load.peak = Math.max(load.peak, ++load.now))),
        () =>
          // clock: TestClock decides
          Effect.delay(Effect.succeed(hop.target.path === "/page" ? image("x", "text/plain") : image()), "1 second"),
        () => Effect.sync(() => load.now--),
      ),
    )
    const extractor = Doubles.extractor(() => ({ title: "", content: "x", links: [], text_length: 1 }))
    const backend = WebBackend.layer({
      search: WebBackend.unavailable,
      extract: PinnedFetch.extract,
      image: PinnedFetch.image,
    })
    const layer = (isShared ? Layer.provide(backend, RedirectChain.layer) : backend).pipe(
      Layer.provide([dialer, resolver, extractor]),
    )
    return { layer, load, resolved }
  }

  const many = Effect.all(
    Array.from({ length: 8 }, () => [webFetch({ url: "http://site.test/page" }), fetchImage({ url })]).flat(),
    { concurrency: "unbounded" },
  )

  it.effect("share the permits and pins of a host when they share a redirect chain", () =>
    Effect.gen(function* () {
      const { layer, load, resolved } = both(true)
      yield* inTime(many.pipe(Effect.provide(layer)))
      assert.deepStrictEqual([load.peak, resolved], [4, ["site.test"]])
    }),
  )

  it.effect("have separate ones otherwise", () =>
    Effect.gen(function* () {
      const { layer, load, resolved } = both(false)
      yield* inTime(many.pipe(Effect.provide(layer)))
      assert.deepStrictEqual([load.peak, resolved], [8, ["site.test", "site.test"]])
    }),
  )
})
