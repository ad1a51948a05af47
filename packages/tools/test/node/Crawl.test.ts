/**
 * Tests crawls over doubles of the network: what is read, what is asked again, and what is told of changes. clock: a
 * frontier and its pace run in real time, with a delay of 0.
 */
import { assert, describe, it } from "@effect/vitest"
import { Frontier, Settings, SiteScope, WebError } from "@porthole/core"
import { Doubles, MemoryFrontier } from "@porthole/testing"
import { Context, Effect, Layer } from "effect"
import { createWebTools } from "../../src/index.ts"
import * as Crawl from "../../src/node/Crawl.ts"
import * as Node from "../../src/node/node.ts"

/** The texts of a site's pages by path, each with links. */
type Site = Record<string, readonly [text: string, ...links: ReadonlyArray<string>]>

const words = "Whoever steers a boat looks at the bow, and never at the wake behind. ".repeat(4)

const start = (): Site => ({
  "/": ["Home", "/one", "/two", "/copy", "/dead"],
  "/one": ["One", "/three"],
  "/copy": ["One", "/three"],
  "/two": ["Two"],
  "/three": ["Three"],
})

/** A web with one site, whose pages have validators; `log` has the path and status of each answer. */
const webOf = (site: Site, robots = "", robotsStatus = 200, sitemap?: string, isRecording = false) => {
  const log: Array<string> = []
  const answer = (path: string, known: string | undefined): Doubles.Answer => {
    if (path === "/robots.txt") return { status: robotsStatus, headers: { "content-type": "text/plain" }, body: robots }
    if (path === "/sitemap.xml" && sitemap !== undefined)
      return { status: 200, headers: { "content-type": "application/xml" }, body: sitemap }
    const page = site[path]
    if (page === undefined) return { status: 404 }
    const [text, ...links] = page
    const etag = `"${text.replaceAll(/\W/g, "")}"`
    if (known === etag) return { status: 304, headers: { etag } }
    const anchors = links.map((link) => `<a href="${link}">link</a>`).join(" ")
    const body = `<title>${text}</title><main><h1>${text}</h1><p>${text}. ${words}</p>${anchors}</main>`
    return { status: 200, headers: { "content-type": "text/html; charset=utf-8", etag }, body }
  }
  const dialer = Doubles.dialer(({ headers, hop }) => {
    const { pathname } = new URL(hop.url)
    // A recording of a first crawl has no question with a validator.
    if (isRecording && headers["if-none-match"] !== undefined)
      return WebError.fail({ error: "http_error", reason: "not_recorded", message: "It isn't recorded." })
    const answered = answer(pathname, headers["if-none-match"])
    log.push(`${pathname} ${answered.status}`)
    return answered
  })
  return { log, layer: Layer.merge(dialer, Doubles.resolver({ "a.test": ["93.184.216.34"] })) }
}

const settings = Settings.layer({ extract_isolation: "none" })

const layerOf = (web: ReturnType<typeof webOf>) =>
  Node.layer().pipe(Layer.provideMerge(web.layer), Layer.provideMerge(settings))

const crawl = (web: ReturnType<typeof webOf>, options: Partial<Crawl.JobOptions<never, never>> = {}) =>
  Effect.gen(function* () {
    const kept = new Map<string, Crawl.Kept>()
    const results: Record<string, string> = {}
    const summary = yield* Crawl.run({
      url: "http://a.test/",
      delay: 0,
      keep: (_, { title }) => Effect.succeed({ title }),
      onSettled: ({ key, outcome, url }) =>
        Effect.sync(() => {
          const { change = "", left = "" } = Crawl.resultOf({ outcome })
          results[new URL(url).pathname] = outcome.failure ?? (left === "" ? change : `${left} ${change}`.trim())
          const page = Crawl.keptIn(outcome.result)
          if (page !== undefined) kept.set(key, page)
        }),
      ...options,
    })
    return { kept, results, summary }
  }).pipe(Effect.provide(Layer.merge(MemoryFrontier.layer, layerOf(web))))

const pagesOf = (log: ReadonlyArray<string>) =>
  log.filter((line) => !/robots|sitemap|llms|objects|search|no-such/.test(line))

describe("a crawl", () => {
  it.live("reads each page once, and tells of copies and failures", () =>
    Effect.gen(function* () {
      const web = webOf(start())
      const { results, summary } = yield* crawl(web)
      assert.deepStrictEqual(results, {
        "/": "new",
        "/one": "new",
        "/two": "new",
        "/three": "new",
        "/copy": "copy",
        "/dead": "http_404",
      })
      assert.strictEqual(new Set(web.log).size, web.log.length)
      assert.include(summary.notes, "1 URL that is a copy of another page")
    }),
  )

  it.live("that knows an earlier one gets only what has changed, and tells exactly that", () =>
    Effect.gen(function* () {
      const site = start()
      const first = yield* crawl(webOf(site))
      site["/two"] = ["Two is another one now", "/four"]
      site["/four"] = ["Four"]
      delete site["/three"]
      const web = webOf(site)
      const { kept, results } = yield* crawl(web, { known: first.kept })
      assert.deepStrictEqual(results, {
        "/": "unchanged",
        "/one": "unchanged",
        "/two": "changed",
        "/three": "gone",
        "/four": "new",
        "/copy": "copy",
      })
      assert.sameMembers(pagesOf(web.log), ["/ 304", "/one 304", "/copy 304", "/two 200", "/three 404", "/four 200"])
      const third = yield* crawl(webOf(site), { known: kept })
      assert.sameMembers(Object.values(third.results), ["unchanged", "unchanged", "unchanged", "unchanged", "copy"])
    }),
  )

  it.live("visits no more than it may, and tells how many it found", () =>
    Effect.gen(function* () {
      const web = webOf(start())
      const { results, summary } = yield* crawl(web, { maxPages: 2 })
      assert.strictEqual(Object.keys(results).length, 2)
      assert.strictEqual(summary.beyond, 4)
    }),
  )

  it.live("tells if its patterns leave no page, and has all pages without any", () =>
    Effect.gen(function* () {
      const none = yield* crawl(webOf(start()), { include: ["["] })
      assert.include(none.summary.notes, "The patterns of include and exclude leave no page.")
      const all = yield* crawl(webOf(start()), { include: [], exclude: [] })
      assert.strictEqual(all.results["/one"], "new")
      assert.notInclude(all.summary.notes, "patterns")
    }),
  )

  it.live("keeps what it knows of the pages that its bound leaves out", () =>
    Effect.gen(function* () {
      const site = start()
      const first = yield* crawl(webOf(site))
      const second = yield* crawl(webOf(site), { known: first.kept, again: ["http://a.test/dead"], maxPages: 2 })
      assert.strictEqual(second.summary.unvisited, 4)
      assert.strictEqual(Object.values(second.results).filter((change) => change === "unchanged").length, 2)
      assert.sameMembers(Array.from(second.kept.keys()), Array.from(first.kept.keys()))
      site["/three"] = ["Three is another one now"]
      const web = webOf(site)
      const third = yield* crawl(web, { known: second.kept })
      assert.strictEqual(third.results["/three"], "changed")
      assert.sameMembers(pagesOf(web.log), ["/ 304", "/one 304", "/copy 304", "/two 304", "/three 200"])
    }),
  )

  it.live("reads a page anew from a recording that lacks the question for its changes", () =>
    Effect.gen(function* () {
      const first = yield* crawl(webOf(start()))
      const { kept, results } = yield* crawl(webOf(start(), "", 200, undefined, true), { known: first.kept })
      assert.deepInclude(results, { "/": "unchanged", "/one": "unchanged", "/two": "unchanged", "/three": "unchanged" })
      assert.sameMembers(Array.from(kept.keys()), Array.from(first.kept.keys()))
    }),
  )

  it.live("follows later the links that its bounds left out, and reads what it couldn't", () =>
    Effect.gen(function* () {
      const web = webOf(start())
      const first = yield* crawl(web, { maxPages: 1 })
      const second = yield* crawl(webOf(start()), { known: first.kept, again: ["http://a.test/three"] })
      assert.strictEqual(second.results["/"], "unchanged")
      assert.includeMembers(Object.keys(second.results), ["/one", "/two", "/three"])
      const shallow = yield* crawl(webOf(start()), { maxDepth: 0 })
      const deeper = yield* crawl(webOf(start()), { known: shallow.kept })
      assert.includeMembers(Object.keys(deeper.results), ["/one", "/two"])
    }),
  )

  it.live("counts the bytes of the process that it goes on from", () =>
    Effect.gen(function* () {
      const frontier = Layer.succeed(
        Frontier.Frontier,
        Context.get(yield* Layer.build(MemoryFrontier.layer), Frontier.Frontier),
      )
      const web = webOf(start())
      const stopped = yield* Effect.provide(stoppedAfter(2, web), frontier)
      assert.isBelow(stopped.length, 6)
      const options = { url: "http://a.test/", delay: 0, keep: () => Effect.succeed({}), onSettled: () => Effect.void }
      const rest = Crawl.run({ ...options, maxBytes: 500 })
      const { counts, isOver, notes } = yield* Effect.provide(rest, Layer.merge(frontier, layerOf(web)))
      assert.isTrue(isOver)
      assert.isAbove(counts.waiting, 0)
      assert.include(notes, "The crawl ended at max_bytes.")
    }),
  )

  it.live("fails at its start if robots.txt can't be read", () =>
    Effect.gen(function* () {
      const web = webOf(start(), "", 503)
      const { results } = yield* crawl(web)
      assert.deepStrictEqual(results, { "/": "robots_disallowed" })
      assert.deepStrictEqual(pagesOf(web.log), [])
    }),
  )

  it.live("reads the listed pages of a folder that has no page of its own", () =>
    Effect.gen(function* () {
      const site: Site = { "/guide/one": ["One"], "/guide/two": ["Two"], "/other": ["Other"] }
      const urls = Object.keys(site).map((path) => `<url><loc>http://a.test${path}</loc></url>`)
      const web = webOf(site, "", 200, `<urlset>${urls.join("")}</urlset>`)
      const { kept, results } = yield* crawl(web, { url: "http://a.test/guide/" })
      const listed = { "/guide/one": "new", "/guide/two": "new" }
      assert.deepStrictEqual(results, { "/guide/": "http_404", ...listed })
      const second = yield* crawl(web, { url: "http://a.test/guide/", known: kept })
      assert.deepStrictEqual(Object.values(second.results), ["http_404", "unchanged", "unchanged"])
      const none = yield* crawl(web, { url: "http://a.test/none/" })
      assert.deepStrictEqual(none.results, { "/none/": "http_404" })
    }),
  )

  it.live("obeys robots.txt, and reads only what its patterns want", () =>
    Effect.gen(function* () {
      const web = webOf(start(), "User-agent: *\nDisallow: /one\n")
      const { results } = yield* crawl(web, { exclude: ["/two"] })
      assert.deepStrictEqual(results, { "/": "new", "/copy": "new", "/three": "new", "/dead": "http_404" })
      assert.notInclude(web.log.join(), "/one")
    }),
  )

  it.live("goes on where another process left it", () =>
    Effect.gen(function* () {
      const frontier = Layer.succeed(
        Frontier.Frontier,
        Context.get(yield* Layer.build(MemoryFrontier.layer), Frontier.Frontier),
      )
      const web = webOf(start())
      const stopped = yield* Effect.provide(stoppedAfter(2, web), frontier)
      const rest = yield* Effect.provide(stoppedAfter(100, web), frontier)
      assert.isAtLeast(stopped.length, 2)
      assert.strictEqual(stopped.length + rest.length, 6)
      assert.strictEqual(new Set(pagesOf(web.log)).size, pagesOf(web.log).length)
    }),
  )

  it("is a loop in a program, which ends the crawl", async () => {
    const web = webOf(start())
    await using tools = createWebTools({ layers: web.layer, extractIsolation: "none" })
    const titles: Array<string> = []
    for await (const page of tools.crawl({ url: "http://a.test/", delay: 0 })) {
      titles.push("error" in page ? page.error : page.title)
      if (titles.length === 2) break
    }
    assert.strictEqual(titles[0], "Home")
    // The next page comes while one is read, so that either may be there first.
    assert.include(["One", "Two"], titles[1])
    const refused = tools.crawl({ url: "http://10.0.0.1/" })[Symbol.asyncIterator]().next()
    assert.include(await refused.then(String, String), "private, local or metadata address")
  })
})

/** Crawls until so many pages are settled; returns their URLs. */
const stoppedAfter = (count: number, web: ReturnType<typeof webOf>) =>
  Effect.gen(function* () {
    const urls: Array<string> = []
    let stop = () => {}
    yield* Crawl.run({
      url: "http://a.test/",
      delay: 0,
      keep: () => Effect.succeed({}),
      onSettled: ({ url }) =>
        Effect.sync(() => {
          urls.push(SiteScope.keyOf(new URL(url)))
          if (urls.length >= count) stop()
        }),
      stop: Effect.callback((resume) => {
        stop = () => resume(Effect.void)
      }),
    })
    return urls
  }).pipe(Effect.provide(layerOf(web)))
