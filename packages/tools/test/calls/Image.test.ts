/**
 * Tests images through the facade and the ready-made backend: images are no tool of a model, but share pins, limits and
 * connections with pages.
 */
import { assert, describe, it } from "@effect/vitest"
import { Network, Settings, WebBackend, WebError } from "@porthole/core"
import { Doubles, SampleImages } from "@porthole/testing"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createWebTools, fetchImage, Node, ToolCalls, WebTools } from "../../src/index.ts"
import { plenty } from "../support/backends.ts"

const png = SampleImages.files["image/png"]
const url = "https://site.test/a.png"
const image = { url, media_type: "image/png", bytes: png } as const

const names = Doubles.resolver({ "site.test": ["93.184.216.34"], "inside.test": ["10.0.0.7"] })
const site = Doubles.dialer(({ hop }) =>
  hop.target.path === "/page"
    ? { status: 200, headers: { "content-type": "text/plain" }, body: "words" }
    : { status: 200, headers: { "content-type": "image/png" }, body: png },
)

describe("the facade's fetchImage", () => {
  it("resolves to the image", async () => {
    await using tools = createWebTools({ layers: Layer.merge(names, site) })
    assert.deepStrictEqual<unknown>(await tools.fetchImage({ url }), image)
  })

  it("resolves to the wire error when it fails", async () => {
    await using tools = createWebTools({ layers: Layer.merge(names, site) })
    assert.deepStrictEqual<unknown>(await tools.fetchImage({ url: "https://inside.test/a.png" }), {
      error: "blocked_url",
      reason: "private_or_metadata_target",
      message: "The URL's host has a private, local or metadata address. Use a public page.",
    })
    assert.containSubset(await tools.fetchImage({ url: "https://site.test/page" }), {
      error: "unsupported_content_type",
    })
  })

  it("is named where an image is read as a page, alone or among others", async () => {
    await using tools = createWebTools({ layers: Layer.merge(names, site), robots: false })
    const alone = await tools.webFetch({ url })
    const several = await tools.webFetch({ urls: [url, "https://site.test/page"] })
    assert.include(JSON.stringify(alone), "by fetchImage.")
    assert.include(JSON.stringify(several), "by fetchImage.")
  })

  it("names the missing argument", async () => {
    await using tools = createWebTools({ layers: plenty })
    const sloppy: { readonly url: string } = JSON.parse("{}")
    assert.containSubset(await tools.fetchImage(sloppy), { error: "invalid_request", reason: "url" })
  })

  it("reports a caller's backend without images", async () => {
    const layers = Layer.succeed(WebBackend.WebBackend, {
      search: () => Effect.succeed([]),
      extract: () => WebError.fail({ error: "timeout" }),
    })
    await using tools = createWebTools({ layers })
    assert.containSubset(await tools.fetchImage({ url }), { error: "web_search_unavailable" })
  })

  it("keeps to maxImageBytes", async () => {
    const large = Doubles.dialer(() => ({
      status: 200,
      headers: { "content-type": "image/png" },
      body: Buffer.concat([png, Buffer.alloc(70_000)]),
    }))
    await using tools = createWebTools({ layers: Layer.merge(names, large), maxImageBytes: 65_536 })
    assert.containSubset(await tools.fetchImage({ url }), { error: "response_too_large" })
    await using roomy = createWebTools({ layers: Layer.merge(names, large) })
    assert.containSubset(await roomy.fetchImage({ url }), { media_type: "image/png" })
  })

  it("is aborted by its signal", async () => {
    const controller = new AbortController()
    const mine = new Error("changed my mind")
    const hanging = Doubles.backend({
      image: () =>
        Effect.andThen(
          Effect.sync(() => controller.abort(mine)),
          Effect.never,
        ),
    })
    await using tools = createWebTools({ layers: hanging })
    const reason: unknown = await tools.fetchImage({ url }, { signal: controller.signal }).catch((e: unknown) => e)
    assert.strictEqual(reason, mine)
  })

  it("is offered to no model", async () => {
    await using tools = createWebTools({ layers: Layer.merge(names, site) })
    assert.notInclude(JSON.stringify(tools.definitions), "image")
    for (const name of ["fetchImage", "fetch_image"]) {
      assert.containSubset(await tools.call(name, { url }), { error: "invalid_request" })
    }
  })
})

describe("on Effect", () => {
  const node = WebTools.layerNode().pipe(Layer.provide(Layer.merge(names, site)))

  it.effect("the use-case runs over the layers for Node", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fetchImage({ url }), image)
      assert.deepStrictEqual(yield* ToolCalls.image({ url }), image)
    }).pipe(Effect.provide(node)),
  )
})

describe("pages and images of the ready-made backend", () => {
  it.effect("share the pins and permits of a host, in any order", () =>
    Effect.gen(function* () {
      for (const first of [ToolCalls.image({ url }), ToolCalls.fetch({ url: "https://site.test/page" })]) {
        const resolved: Array<string> = []
        const load = { now: 0, peak: 0 }
        const counting = Layer.succeed(Network.Resolver, {
          resolve: (host) => Effect.sync(() => (resolved.push(host), ["93.184.216.34"])),
        })
        const slow = Doubles.dialer(({ hop }) =>
          Effect.acquireUseRelease(
            Effect.sync(() => (load.peak = Math.max(load.peak, ++load.now))),
            () =>
              // clock: TestClock decides
              Effect.delay(
                Effect.succeed({
                  status: 200,
                  headers: { "content-type": hop.target.path === "/page" ? "text/plain" : "image/png" },
                  body: hop.target.path === "/page" ? "words" : png,
                }),
                "1 second",
              ),
            () => Effect.sync(() => load.now--),
          ),
        )
        yield* Effect.gen(function* () {
          const once = yield* Effect.forkChild(first)
          yield* settle(() => load.now === 1)
          yield* TestClock.adjust("1 second")
          yield* Fiber.join(once)
          const many = yield* Effect.forkChild(
            Effect.all(
              Array.from({ length: 6 }, () => [
                ToolCalls.fetch({ url: "https://site.test/page" }),
                ToolCalls.image({ url }),
              ]).flat(),
              { concurrency: "unbounded" },
            ),
          )
          for (let second = 0; second < 3; second++) {
            yield* settle(() => load.now >= 4)
            yield* TestClock.adjust("1 second")
          }
          yield* Fiber.join(many)
        }).pipe(
          Effect.provide(
            Node.backend().pipe(
              Layer.provide(
                Layer.mergeAll(counting, slow, Settings.layer({ robots: false, extract_isolation: "none" })),
              ),
            ),
          ),
        )
        assert.deepStrictEqual([load.peak, resolved], [4, ["site.test"]])
      }
    }),
  )
})

/** Waits in real time for modules that load lazily; the test clock stands still meanwhile. */
const settle = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() =>
    condition()
      ? Effect.void
      : Effect.andThen(
          // clock: polls for the condition
          Effect.promise(() => new Promise((done) => setTimeout(done, 5))),
          settle(condition),
        ),
  )
