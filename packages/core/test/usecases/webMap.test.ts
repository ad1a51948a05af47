import { assert, describe, it } from "@effect/vitest"
import { Conversation, KnownUrls, Settings, SiteMap, WebBackend, WebError, webMap } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"

const url = "https://docs.example/"

/** A site of one page that nothing links from. */
const site = (file: WebBackend.SiteReader["file"]): WebBackend.SiteReader => ({
  robots: () => Effect.succeed({ sitemaps: [], allows: () => true }),
  file,
  page: () => Effect.die("not a crawl"),
})

describe("webMap", () => {
  it.effect("fails where the backend reads no sites", () =>
    Effect.gen(function* () {
      const backend = WebBackend.layer({ search: WebBackend.unavailable, extract: WebBackend.unavailable })
      const error = yield* Effect.flip(webMap({ url }).pipe(Effect.provide(backend)))
      assert.strictEqual(error.error, "web_search_unavailable")
    }),
  )

  it.effect("maps no URL that the conversation doesn't know, if it may know only those that it saw", () =>
    Effect.gen(function* () {
      const backend = Doubles.backend({ site: site(() => Effect.succeed({ url, size: 1, text: "" })) })
      const map = webMap({ url }).pipe(Effect.provide(backend))
      const error = yield* Effect.flip(map)
      assert.strictEqual(error.reason, "url_not_seen")
      yield* (yield* KnownUrls.KnownUrls).add([url], "user")
      assert.strictEqual((yield* map).total, 1)
    }).pipe(Effect.provide(Settings.layer({ known_urls_only: true }))),
  )

  it.effect("lists the pages below a folder without a page of its own, and fails if there are none", () =>
    Effect.gen(function* () {
      const lists = "Map\n\n- [One](https://docs.example/guide/one)\n- [Two](https://docs.example/guide/two)\n"
      const files = Doubles.backend({
        site: site((request) =>
          /\/llms\.txt$|\/guide\/(?:one|two)$/.test(request.url)
            ? Effect.succeed({ url: request.url, size: 1, text: lists })
            : WebError.fail({ error: "http_error", status_code: 404 }),
        ),
      })
      const map = (folder: string) => webMap({ url: `${url}${folder}` }).pipe(Effect.provide(files))
      assert.deepStrictEqual(
        (yield* map("guide/")).urls.map((page) => page.url),
        [`${url}guide/one`, `${url}guide/two`],
      )
      assert.strictEqual((yield* Effect.flip(map("none/"))).status_code, 404)
    }),
  )

  it.effect("reads no list of more than 50 MiB, however many bytes it may have", () =>
    Effect.gen(function* () {
      const asked = new Map<string, number>()
      const files = Doubles.backend({
        site: site((request) => {
          asked.set(request.url, request.maxBytes)
          return Effect.succeed({ url: request.url, size: 1, text: "" })
        }),
      })
      yield* webMap({ url, max_bytes: 1_000_000_000 }).pipe(Effect.provide(files))
      assert.strictEqual(asked.get(`${url}sitemap.xml`), 50 * 1_048_576)
    }),
  )

  it.effect("ends by a server's own bound, and says so", () =>
    Effect.gen(function* () {
      const hanging = Doubles.backend({ site: site(() => Effect.never) })
      const map = yield* Effect.forkChild(webMap({ url, max_time: 3_600 }).pipe(Effect.provide(hanging)))
      yield* TestClock.adjust("10 seconds")
      const { message = "", truncated } = yield* Fiber.join(map)
      assert.isTrue(truncated)
      assert.include(message, "The map ended at max_time. This server ends a map after 10 s.")
    }).pipe(Effect.provideService(SiteMap.MaxTime, 10)),
  )

  it.effect("leaves room for other tenants, and tells who gets no turn", () =>
    Effect.gen(function* () {
      let running = 0
      const file = () =>
        Effect.andThen(
          Effect.sync(() => running++),
          Effect.never,
        )
      const mapOf = (tenant: string) =>
        webMap({ url, max_time: 3_600 }).pipe(
          Effect.provide(Doubles.backend({ site: site(file) })),
          Effect.provideService(Conversation.Conversation, { id: tenant, tenant }),
        )
      const busy = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.forkChild(mapOf("busy")))
      yield* TestClock.adjust("1 second")
      const ofBusy = running
      assert.isBelow(ofBusy, 8)
      const other = yield* Effect.forkChild(mapOf("other"))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(running, ofBusy + 1)
      yield* TestClock.adjust("30 seconds")
      const ended = busy.flatMap((fiber) => fiber.pollUnsafe() ?? [])
      assert.isTrue(ended.every((exit) => Exit.isFailure(exit) || exit.value.truncated))
      assert.isAtLeast(ended.length, 10)
      yield* Fiber.interruptAll([...busy, other])
    }),
  )
})
