/** Tests the guard against made-up URLs: the URLs that a conversation may fetch under `known_urls_only`. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, fetchImage, KnownUrls, searchAndFetch, Settings, webFetch, webSearch } from "@porthole/core"
import { Doubles, SampleImages } from "@porthole/testing"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"

const page = "https://site.example/page"

const world = (settings: Settings.SettingsInput = {}) => {
  const requested: Array<string> = []
  const backend = Doubles.backend({
    search: () =>
      Effect.succeed([
        { title: "Hit", url: page, snippet: "see https://snippet.example/" },
        { title: "Other", url: "https://OTHER.example./#part", snippet: "" },
      ]),
    extract: ({ url }) =>
      Effect.sync(() => {
        requested.push(url)
        return {
          title: "Page",
          url: url === "https://moved.example/" ? "https://end.example/" : url,
          content: "![a chart](https://images.example/a.png) and <https://text.example/x>.",
          links: ["https://link.example/a?b=c", "https://link.example/d#e"],
          status_code: 200,
        }
      }),
    image: ({ url }) => Effect.succeed({ url, bytes: SampleImages.files["image/png"], content_type: "image/png" }),
  })
  const memory = Layer.succeed(KnownUrls.KnownUrls, KnownUrls.makeKnownUrls())
  const chosen = Layer.orDie(Settings.layer({ known_urls_only: true, ...settings }))
  return { requested, layer: Layer.mergeAll(backend, memory, chosen) }
}

const refused = <A, E extends { readonly wire: unknown }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ wire }) =>
    assert.deepInclude(wire, { error: "blocked_url", reason: "url_not_seen" }),
  )

const as = (id: string, tenant = "default") => Effect.provideService(Conversation.Conversation, { id, tenant })

describe("a conversation", () => {
  it.effect("can't fetch an unknown URL, and the backend gets no call", () => {
    const { requested, layer } = world()
    return Effect.gen(function* () {
      yield* refused(webFetch({ url: page }))
      yield* refused(fetchImage({ url: "https://images.example/a.png" }))
      assert.deepStrictEqual(requested, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("can fetch hits, in any spelling of the same URL, but nothing that only begins like one", () => {
    const { layer } = world()
    return Effect.gen(function* () {
      yield* webSearch({ query: "x" })
      yield* webFetch({ url: page })
      yield* webFetch({ url: `${page}#part` })
      yield* webFetch({ url: "HTTPS://SITE.example:443/page" })
      yield* webFetch({ url: "https://other.example/" })
      for (const made of [`${page}?secret=1`, `${page}/x`, "https://site.example/", "https://x.site.example/page"]) {
        yield* refused(webFetch({ url: made }))
      }
      // A snippet is untrusted text, not a hit.
      yield* refused(webFetch({ url: "https://snippet.example/" }))
    }).pipe(Effect.provide(layer))
  })

  it.effect("can fetch links, images and addresses of a page that it read, and where it ended", () => {
    const { layer } = world({ known_urls: page })
    return Effect.gen(function* () {
      yield* refused(webFetch({ url: "https://link.example/a?b=c" }))
      yield* webFetch({ url: page })
      yield* webFetch({ url: "https://link.example/a?b=c" })
      yield* webFetch({ url: "https://link.example/d" })
      yield* webFetch({ url: "https://text.example/x" })
      yield* fetchImage({ url: "https://images.example/a.png" })
      yield* refused(webFetch({ url: "https://link.example/a?b=other" }))
    }).pipe(Effect.provide(layer))
  })

  it.effect("knows no URLs of another conversation, even of the same tenant", () => {
    const { layer } = world()
    return Effect.gen(function* () {
      yield* webSearch({ query: "x" }).pipe(as("one", "a"))
      yield* webFetch({ url: page }).pipe(as("one", "a"))
      yield* refused(webFetch({ url: page }).pipe(as("two", "a")))
      yield* refused(webFetch({ url: page }).pipe(as("one", "b")))
      yield* refused(webFetch({ url: page }))
    }).pipe(Effect.provide(layer))
  })

  it.effect("can search and fetch in one step", () => {
    const { layer } = world()
    return Effect.gen(function* () {
      const { pages } = yield* searchAndFetch({ query: "x" })
      assert.deepStrictEqual(
        pages.map((entry) => "error" in entry),
        [false, false],
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("checks the boundary first", () => {
    const { layer } = world()
    return Effect.gen(function* () {
      const error = yield* Effect.flip(webFetch({ url: "http://169.254.169.254/" }))
      assert.strictEqual(error.reason, "private_or_metadata_target")
    }).pipe(Effect.provide(layer))
  })
})

describe("the memory", () => {
  const long = (n: number) => `https://site.example/${String(n).padStart(979, "0")}`

  it.effect("is bounded: the oldest URLs are forgotten", () =>
    Effect.gen(function* () {
      const known = KnownUrls.makeKnownUrls()
      for (let n = 0; n < 1_001; n++) yield* known.add([long(n)], "web")
      assert.isFalse(yield* known.has(long(0)))
      assert.isTrue(yield* known.has(long(1_000)))
    }),
  )

  it.effect("forgets no URL of the user because of a page full of links", () =>
    Effect.gen(function* () {
      const known = KnownUrls.makeKnownUrls()
      yield* known.add([page], "user")
      for (let n = 0; n < 2_000; n++) yield* known.add([long(n)], "web")
      assert.isTrue(yield* known.has(page))
    }),
  )

  it.effect("keeps a limited number of URLs of one page", () =>
    Effect.gen(function* () {
      const known = KnownUrls.makeKnownUrls()
      const urls = Array.from({ length: KnownUrls.maxUrlsAtOnce + 1 }, (_, n) => `https://site.example/${n}`)
      yield* known.add(urls, "web")
      assert.isTrue(yield* known.has(`https://site.example/${KnownUrls.maxUrlsAtOnce - 1}`))
      assert.isFalse(yield* known.has(`https://site.example/${KnownUrls.maxUrlsAtOnce}`))
      yield* known.add(urls, "user")
      assert.isTrue(yield* known.has(`https://site.example/${KnownUrls.maxUrlsAtOnce}`))
    }),
  )

  it.effect("is bounded: the conversation that was used longest ago is forgotten", () =>
    Effect.gen(function* () {
      const known = KnownUrls.makeKnownUrls()
      const many = Array.from({ length: 1_000 }, (_, n) => long(n))
      const most = Math.floor(KnownUrls.maxUrlCharactersInAll / KnownUrls.maxUrlCharacters)
      for (let n = 0; n <= most; n++) {
        yield* known.add(many, "web").pipe(as(String(n)))
        // The first URL was used again, so it stays.
        assert.isTrue(yield* known.has(long(0)).pipe(as("0")))
      }
      assert.isFalse(yield* known.has(long(0)).pipe(as("1")))
      assert.isTrue(yield* known.has(long(0)).pipe(as(String(most))))
    }),
  )

  it.effect("exists without a provider: a missing guard isn't an open one", () =>
    Effect.gen(function* () {
      const backend = Doubles.backend({})
      yield* refused(
        webFetch({ url: page }).pipe(
          Effect.provide(Layer.merge(backend, Layer.orDie(Settings.layer({ known_urls_only: true })))),
        ),
      )
    }),
  )
})

describe("URLs in a text", () => {
  it.each([
    ["see https://a.example/x.", ["https://a.example/x"]],
    ["(https://a.example/x_(y))", ["https://a.example/x_(y)"]],
    ["[t](https://a.example/x), **http://b.example**!", ["https://a.example/x", "http://b.example"]],
    ['<a href="https://a.example/">', ["https://a.example/"]],
    ["ftp://a.example/ javascript:alert(1) a.example", []],
    ["", []],
  ])("%j", (text, expected) => assert.deepStrictEqual(Array.from(KnownUrls.urlsIn(text)), expected))

  it("are found in any text, each of them a part of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const url of KnownUrls.urlsIn(`https://x${text}`)) assert.include(`https://x${text}`, url)
      }),
    )
  })
})
