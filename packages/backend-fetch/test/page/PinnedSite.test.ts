/**
 * Tests maps of whole sites over doubles of the ports, bad input row by row. No socket is opened. clock: the reading of
 * pages runs in real threads.
 */
import { assert, describe, it } from "@effect/vitest"
import { type SiteMap, WebBackend, webMap } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { deflateSync, gzipSync } from "node:zlib"
import { PinnedFetch } from "../../src/index.ts"

type Answer = Doubles.Answer | Effect.Effect<Doubles.Answer>

/** A site: its answers by path, `undefined` is a 404. */
type Site = (path: string, host: string) => Answer | undefined

const html = (body: string, title = "Page"): Doubles.Answer => ({
  status: 200,
  headers: { "content-type": "text/html" },
  body: `<title>${title}</title>${body}`,
})
const file = (body: string | Uint8Array, type = "application/xml"): Doubles.Answer => ({
  status: 200,
  headers: { "content-type": type },
  body,
})
const linkTo = (...paths: ReadonlyArray<string>) => paths.map((path) => `<a href="${path}">To ${path}</a>`).join(" ")
const urlset = (...paths: ReadonlyArray<string>) =>
  file(`<urlset>${paths.map((path) => `<url><loc>http://a.test${path}</loc></url>`).join("")}</urlset>`)
const moved = (location: string): Doubles.Answer => ({ status: 302, headers: { location } })
const failing: Doubles.Answer = { status: 500 }

const mapOf = (site: Site, request: Partial<SiteMap.MapRequestInput> = {}) => {
  const requested: Array<string> = []
  const dialer = Doubles.dialer(({ hop }) => {
    const url = new URL(hop.url)
    requested.push(url.pathname)
    return site(`${url.pathname}${url.search}`, url.host) ?? { status: 404 }
  })
  const backend = WebBackend.layer({
    search: WebBackend.unavailable,
    extract: WebBackend.unavailable,
    site: PinnedFetch.site,
  }).pipe(
    Layer.provide([
      dialer,
      Doubles.resolver({ "a.test": ["93.184.216.34"], "b.test": ["93.184.216.34"] }),
      Doubles.extractor(() => ({ title: "", content: "", links: [], text_length: 0 })),
    ]),
  )
  return webMap({ url: "http://a.test/", max_results: 100_000, ...request }).pipe(
    Effect.provide(backend),
    Effect.result,
    Effect.map((result) => ({ result, requested, map: result._tag === "Success" ? result.success : undefined })),
  )
}

/** Advances the test clock until an effect is done. */
const inTestTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust("250 millis")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    return yield* Fiber.join(fiber)
  })

const pathsOf = (map: SiteMap.SiteMap | undefined) => map?.urls.map(({ url }) => url.replace("http://a.test", ""))

const tree: Site = (path) =>
  new Map<string, Doubles.Answer>([
    ["/", html(linkTo("/one", "/two#part", "http://b.test/out", "/picture.png"), "Home")],
    ["/one", html(`One ${linkTo("/three", "/gone")}`, "One")],
    ["/two", html("Two", "Two")],
    ["/three", html("Three", "Three")],
  ]).get(path)

describe("a map", () => {
  it.live("follows links if the site lists nothing", () =>
    Effect.gen(function* () {
      const { map } = yield* mapOf(tree)
      assert.deepStrictEqual(pathsOf(map), ["/", "/one", "/two", "/three"])
      assert.deepStrictEqual(
        map?.urls.map(({ title }) => title),
        ["Home", "One", "Two", "Three"],
      )
      assert.strictEqual(map?.message, "Left out: 1 URL that doesn't exist.")
    }),
  )

  it.live("takes the pages of complete lists, and reads few", () =>
    Effect.gen(function* () {
      const pages = Array.from({ length: 50 }, (_, at) => `/p/${at}`)
      const inventory = Buffer.concat([
        Buffer.from("# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# The rest is zlib.\n"),
        deflateSync("p/1 std:doc -1 p/1 First of all\n"),
      ])
      const { map, requested } = yield* mapOf((path) => {
        if (path === "/robots.txt")
          return file("Sitemap: http://a.test/all.xml.gz\nUser-agent: *\nDisallow:", "text/plain")
        if (path === "/all.xml.gz") {
          const { body } = urlset(...pages, "/", "/..%2fx", "http://b.test/")
          return file(gzipSync(String(body)), "application/gzip")
        }
        if (path === "/objects.inv") return file(inventory, "application/octet-stream")
        return path === "/"
          ? html(linkTo("/p/1"), "Home")
          : path.startsWith("/p/")
            ? html(`This is ${path}`)
            : undefined
      })
      assert.sameMembers([...(pathsOf(map) ?? [])], ["/", ...pages])
      assert.strictEqual(map?.urls.find(({ url }) => url.endsWith("/p/1"))?.title, "First of all")
      assert.isBelow(requested.length, 20)
      assert.isFalse(map?.truncated)
    }),
  )

  it.live("follows links besides a list that has not all", () =>
    Effect.gen(function* () {
      const { map } = yield* mapOf((path) => {
        if (path === "/sitemap.xml") return urlset("/", "/two", "/hidden")
        return path === "/hidden" ? html("Hidden", "Hidden") : tree(path, "")
      })
      assert.sameMembers([...(pathsOf(map) ?? [])], ["/", "/one", "/two", "/three", "/hidden"])
    }),
  )

  it.live("lists the pages about a query first", () =>
    Effect.gen(function* () {
      const { map } = yield* mapOf(tree, { query: "three", max_results: 1 })
      assert.deepStrictEqual([pathsOf(map), map?.total], [["/three"], 4])
      assert.include(map?.message, "1 of 4 URLs is listed")
    }),
  )

  it.live("joins copies: of a redirect, of a declared address, of a text, of a session", () =>
    Effect.gen(function* () {
      const { map } = yield* mapOf((path) => {
        if (path === "/") return html(linkTo("/old", "/one?ref=menu", "/copy", "/one?PHPSESSID=1", "/one"), "Home")
        if (path === "/old") return moved("/one")
        if (path.startsWith("/one?ref")) return html('<link rel="canonical" href="/one">Text one', "One")
        return path === "/one" || path === "/copy" ? html("Text one", "One") : undefined
      })
      assert.deepStrictEqual(pathsOf(map), ["/", "/one"])
      assert.include(map?.message, "copies of other pages")
    }),
  )
})

describe("bad input", () => {
  it.live("a site that answers 200 for everything has only its real pages", () =>
    Effect.gen(function* () {
      const { map } = yield* mapOf((path) => {
        if (path.endsWith(".txt") || path.endsWith(".xml")) return { status: 404 }
        return path === "/" || path === "/real"
          ? html(`<h1>Real</h1><p>${path}</p>${linkTo("/real", "/dead1", "/dead2")}`, `Real ${path}`)
          : html(`<h1>Sorry</h1><p>No page at ${path}</p>${linkTo(`${path}/deeper`)}`, "Not found")
      })
      assert.deepStrictEqual(pathsOf(map), ["/", "/real"])
      assert.include(map?.message, "2 URLs that don't exist")
    }),
  )

  it.live("a calendar ends, and so does a path that repeats itself", () =>
    Effect.gen(function* () {
      const { map } = yield* mapOf(
        (path) => {
          const [, year = 2026, month = 1] = /^\/cal\/(\d+)\/(\d+)$/.exec(path)?.map(Number) ?? []
          if (path === "/") return html(linkTo("/cal/2026/1", "/x/"), "Home")
          if (path.startsWith("/x/")) return html(`Loop ${path.length} ${linkTo("x/")}`, "Loop")
          const next = month === 12 ? `/cal/${year + 1}/1` : `/cal/${year}/${month + 1}`
          return path.startsWith("/cal/") ? html(`${year} ${month} ${linkTo(next)}`, "Month") : undefined
        },
        { max_depth: 100 },
      )
      assert.isBelow(map?.total ?? 0, 70)
      assert.include(map?.message, "1 URL that looks like a date of a calendar")
      assert.include(map?.message, "1 URL that repeats itself in its path")
    }),
  )

  it.live("a sitemap of sitemaps without end, or of itself, ends", () =>
    Effect.gen(function* () {
      const { map, requested } = yield* mapOf((path) => {
        const at = Number(/^\/sitemap(\d*)\.xml$/.exec(path)?.[1] ?? Number.NaN)
        if (path === "/") return html("Home")
        return Number.isNaN(at)
          ? undefined
          : file(
              `<sitemapindex>${[at, at + 1, at + 2].map((next) => `<sitemap><loc>/sitemap${next}.xml</loc></sitemap>`).join("")}
              <sitemap><loc>http://b.test/sitemap.xml</loc></sitemap></sitemapindex>`,
            )
      })
      assert.isBelow(requested.length, 510)
      assert.include(map?.message, "more sitemaps than a map reads")
      assert.isTrue(map?.truncated)
    }),
  )

  it.live.each([
    ["in gzip", "/sitemap.xml", gzipSync(Buffer.alloc(600_000, "<a>"))],
    [
      "in an inventory",
      "/objects.inv",
      Buffer.concat([Buffer.from("# Sphinx inventory version 2\n#\n#\n#\n"), deflateSync(Buffer.alloc(600_000, "x"))]),
    ],
  ] as const)("a bomb %s is told", ([, at, bomb]) =>
    Effect.gen(function* () {
      const { map } = yield* mapOf((path) => (path === at ? file(bomb, "application/octet-stream") : tree(path, "")), {
        max_bytes: 1_000_000,
      })
      assert.strictEqual(map?.total, 4)
      assert.include(map?.message, "can't be read (response_too_large)")
    }),
  )

  it.live("max_bytes and max_pages end it, and are told", () =>
    Effect.gen(function* () {
      const large: Site = (path) =>
        /^\/\d*$/.test(path)
          ? html(`${path} ${"x".repeat(30_000)} ${linkTo(`/${Number(path.slice(1)) + 1}`)}`, `Page ${path}`)
          : undefined
      const byBytes = yield* mapOf(large, { max_bytes: 100_000 })
      assert.include(byBytes.map?.message, "The map ended at max_bytes.")
      const byPages = yield* mapOf(large, { max_pages: 3 })
      assert.deepStrictEqual([byPages.map?.pages_read, byPages.map?.truncated], [3, true])
      assert.include(byPages.map?.message, "The map ended at max_pages")
      const byDepth = yield* mapOf(large, { max_depth: 2 })
      assert.strictEqual(byDepth.map?.total, 3)
      assert.include(byDepth.map?.message, "The map ended at max_depth")
    }),
  )

  it.live("robots.txt that forbids half hides half, and is told", () =>
    Effect.gen(function* () {
      const { map, requested } = yield* mapOf((path) =>
        path === "/robots.txt" ? file("User-agent: *\nDisallow: /one\n", "text/plain") : tree(path, ""),
      )
      assert.deepStrictEqual(pathsOf(map), ["/", "/two"])
      assert.notInclude(requested, "/one")
      assert.include(map?.message, "1 URL that robots.txt disallows")
    }),
  )

  it.live("robots.txt that answers 500 forbids everything", () =>
    Effect.gen(function* () {
      const { requested, result } = yield* mapOf((path) => (path === "/robots.txt" ? failing : tree(path, "")))
      assert.strictEqual(result._tag === "Failure" ? result.failure.error : "none", "robots_disallowed")
      assert.deepStrictEqual(requested, ["/robots.txt"])
    }),
  )

  it.live("redirects to other hosts, and in circles, aren't followed", () =>
    Effect.gen(function* () {
      const { map, requested } = yield* mapOf((path, host) => {
        if (path === "/away" || host === "b.test")
          return moved(host === "b.test" ? "http://a.test/away" : "http://b.test/")
        if (path === "/round") return moved("/round2")
        if (path === "/round2") return moved("/round")
        return path === "/" ? html(linkTo("/away", "/round"), "Home") : undefined
      })
      assert.deepStrictEqual(pathsOf(map), ["/"])
      assert.include(map?.message, "1 URL that leads out of the prefix")
      assert.strictEqual(requested.filter((path) => path === "/away").length, 1)
    }),
  )

  it.effect("a site that slows down is asked more slowly, until the time is over", () =>
    Effect.gen(function* () {
      let pages = 0
      const slow: Site = (path) => {
        if (!/^\/\d*$/.test(path)) return undefined
        pages++
        const page = html(`${path} ${linkTo(`/${pages}`)}`, `Page ${path}`)
        // clock: the test's own clock goes on
        return Effect.as(Effect.sleep(pages * 500), page)
      }
      const { map } = yield* inTestTime(mapOf(slow, { max_time: 60 }))
      assert.include(map?.message, "The map ended at max_time.")
      // 0.5 + 1 + … seconds of answers, and as long of pauses.
      assert.isBelow(pages, 13)
    }),
  )

  it.effect("a site that dies ends the map after ten failures", () =>
    Effect.gen(function* () {
      const paths = Array.from({ length: 40 }, (_, at) => `/${at}`)
      const dying: Site = (path) => {
        if (path === "/") return html(linkTo(...paths), "Home")
        return paths.includes(path) ? failing : undefined
      }
      const { map } = yield* inTestTime(mapOf(dying))
      assert.strictEqual(map?.total, 41)
      assert.include(map?.message, "failed ten times in a row")
    }),
  )
})
