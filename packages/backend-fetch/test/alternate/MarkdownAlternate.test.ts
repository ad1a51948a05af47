/**
 * Tests a page's alternate Markdown version over doubles of the ports: when it replaces the page, and that none of its
 * faults fails a call.
 */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, MediaType, type Page, SitePrefix, WebBackend, WebError, WebUrl } from "@porthole/core"
import type { Doubles } from "@porthole/testing"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import * as MarkdownAlternate from "../../src/alternate/MarkdownAlternate.ts"
import { get, inTime, names, type Site, to, web } from "../support/DoubledWeb.ts"

const words = "A boat is steered from the stern, and whoever steers it looks at the bow. "
const html = `<!doctype html><title>Boats</title><p>HTML: ${words.repeat(5)}</p>`
const markdown = `Markdown: ${words.repeat(5)}`
const offer = '</page.md>; rel="alternate"; type="text/markdown"'

const htmlPage = (headers: Readonly<Record<string, string>> = { Link: offer }, body = html): Doubles.Answer => ({
  status: 200,
  headers: { "Content-Type": "text/html", ...headers },
  body,
})
const alternate = (body: string | Uint8Array = markdown, type = "text/markdown"): Doubles.Answer => ({
  status: 200,
  headers: { "Content-Type": type },
  body,
})
const site =
  (answer: ReturnType<Site>, page = htmlPage()): Site =>
  (path) =>
    path === "/page.md" ? answer : path === "/" ? page : { status: 404 }

const contentOf = (page: Page.Page): string => page.content_md ?? page.content ?? ""
/** The page's row that the kernel receives. */
const rowOf = (request: Partial<WebBackend.ExtractRequest> = {}, path = "/") =>
  Effect.flatMap(WebBackend.WebBackend, (backend) => {
    const target = Result.getOrThrow(WebUrl.judge(`https://a.test${path}`, { ports: [443] }))
    return backend.extract({ url: target.url, target, mode: "markdown", ...request })
  })

const readsMarkdown = (page: Page.Page): boolean => contentOf(page).startsWith("Markdown: ")

describe("a page with an alternate Markdown version", () => {
  it.effect("is read from its alternate version, and keeps its own URL", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({
        "a.test": (path, requested) => (path === "/old" ? to("/") : site(alternate())(path, requested)),
      })
      const page = yield* get("https://a.test/old").pipe(Effect.provide(layer))
      assert.isTrue(readsMarkdown(page))
      assert.strictEqual(page.message, "This is the page's Markdown version, which the page names.")
      assert.deepStrictEqual(
        [page.url, page.status_code, page.title, page.links],
        ["https://a.test/", 200, "text/markdown", ["https://a.test/page.md"]],
      )
      assert.deepStrictEqual(
        dialled.map(({ url }) => url),
        ["https://a.test/old", "https://a.test/", "https://a.test/page.md"],
      )
      assert.deepStrictEqual(dialled[2]?.headers, dialled[1]?.headers)
    }),
  )

  it.effect("is read from one that a link in its head names, or that is sent as plain text", () =>
    Effect.gen(function* () {
      const body = html.replace("<title>", "<link rel=alternate type=text/markdown href=page.md><title>")
      const { layer } = web({ "a.test": site(alternate(markdown, "text/plain; charset=utf-8"), htmlPage({}, body)) })
      const page = yield* get("https://a.test/").pipe(Effect.provide(layer))
      assert.isTrue(readsMarkdown(page))
      assert.strictEqual(page.title, "text/markdown; charset=utf-8")
    }),
  )

  it.effect("follows its alternate's redirects on the origin", () =>
    Effect.gen(function* () {
      const answers: Site = (path) => (path === "/" ? htmlPage() : path === "/page.md" ? to("/moved.md") : alternate())
      const { layer } = web({ "a.test": answers })
      assert.isTrue(readsMarkdown(yield* get("https://a.test/").pipe(Effect.provide(layer))))
    }),
  )

  const failures: ReadonlyArray<readonly [name: string, answer: ReturnType<Site>]> = [
    ["missing", { status: 404 }],
    ["an error", { status: 503 }],
    ["unreachable", WebError.fail({ error: "http_error", reason: "target_unreachable" })],
    ["never there", Effect.never],
    ["of another type", alternate(markdown, "text/html")],
    ["of no type", { status: 200, body: markdown }],
    ["HTML under the type of Markdown", alternate(`\n<!DOCTYPE html><p>Markdown: ${words.repeat(9)}`)],
    ["HTML under the type of Markdown from its first byte", alternate(`<!doctype html><p>${markdown}`)],
    ["binary", alternate(Uint8Array.from({ length: 900 }, (_, at) => at % 7))],
    ["empty", alternate("")],
    ["a few words", alternate("Markdown: not found")],
    ["a wall", alternate(`${markdown} a wall`)],
    ["too large", alternate(markdown.repeat(200))],
    ["a redirect to another origin", to("https://b.test/page.md")],
    ["a redirect to another scheme of the host", to("http://a.test/page.md")],
    ["a redirect to a private address", to("http://10.0.0.1/page.md")],
    ["a redirect to a private name", to("https://private.test/page.md")],
    ["a loop", to("/page.md")],
  ]
  it.effect.each(failures)("is read itself if its alternate is %s", ([, answer]) =>
    Effect.gen(function* () {
      const { dialled, layer, resolved } = web({ "a.test": site(answer), "b.test": () => alternate() }, undefined, {
        max_body_bytes: 65_536,
      })
      const page = yield* inTime(get("https://a.test/")).pipe(Effect.provide(layer))
      assert.isTrue(contentOf(page).includes("HTML: "))
      assert.deepStrictEqual(
        dialled.map(({ url }) => url),
        ["https://a.test/", "https://a.test/page.md"],
      )
      assert.deepStrictEqual(new Set(resolved), new Set(["a.test"]))
    }),
  )

  it.effect("is read from one that mentions HTML after its first words", () =>
    Effect.gen(function* () {
      const { layer } = web({ "a.test": site(alternate(`${markdown} <html> is where a page begins.`)) })
      assert.isTrue(readsMarkdown(yield* get("https://a.test/").pipe(Effect.provide(layer))))
    }),
  )

  it.effect("of XHTML is read from its alternate, too, and gives it its title", () =>
    Effect.gen(function* () {
      const xhtml = htmlPage({ Link: offer, "Content-Type": "application/xhtml+xml" })
      const { layer } = web({ "a.test": site(alternate(`${markdown} untitled`), xhtml) })
      const page = yield* get("https://a.test/").pipe(Effect.provide(layer))
      assert.isTrue(readsMarkdown(page))
      assert.strictEqual(page.title, "Boats")
    }),
  )

  it.effect.each([
    ["markdown", true],
    ["text", false],
  ] as const)("has the text outside of its content extracted in the mode %s: %s", ([mode, withOutside]) =>
    Effect.gen(function* () {
      const { extracted, layer } = web({ "a.test": site(alternate()) })
      yield* rowOf({ mode }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        extracted.map((fetched) => [fetched.url, fetched.mode, fetched.withOutside]),
        [["https://a.test/page.md", mode, withOutside]],
      )
    }),
  )

  it.effect("over http isn't replaced by one over https", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": site(to("https://a.test/other.md")) })
      const page = yield* get("http://a.test/").pipe(Effect.provide(layer))
      assert.isFalse(readsMarkdown(page))
      assert.strictEqual(dialled.length, 2)
    }),
  )

  it.effect("has one alternate at most: an alternate's own link is ignored", () =>
    Effect.gen(function* () {
      const second: Doubles.Answer = {
        ...alternate(),
        headers: { ...alternate().headers, Link: offer.replace("page", "other") },
      }
      const { dialled, layer } = web({ "a.test": site(second) })
      assert.isTrue(readsMarkdown(yield* get("https://a.test/").pipe(Effect.provide(layer))))
      assert.strictEqual(dialled.length, 2)
    }),
  )
})

describe("no alternate is looked for", () => {
  it.effect("if HTML is requested", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": site(alternate()) })
      const page = yield* get("https://a.test/", { extract: "html" }).pipe(Effect.provide(layer))
      assert.include(page.content, "HTML: ")
      assert.strictEqual(dialled.length, 1)
    }),
  )

  it.effect("of a page that isn't HTML", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({
        "a.test": site(alternate(), { ...htmlPage(), headers: { "Content-Type": "text/plain", Link: offer } }),
      })
      yield* get("https://a.test/").pipe(Effect.provide(layer))
      assert.strictEqual(dialled.length, 1)
    }),
  )

  it.effect("on another origin", () =>
    Effect.gen(function* () {
      const elsewhere = htmlPage({ Link: offer.replace("/page.md", "https://b.test/page.md") })
      const { dialled, layer, resolved } = web({ "a.test": site(alternate(), elsewhere), "b.test": () => alternate() })
      const page = yield* get("https://a.test/").pipe(Effect.provide(layer))
      assert.isFalse(readsMarkdown(page))
      assert.deepStrictEqual([dialled.length, new Set(resolved)], [1, new Set(["a.test"])])
    }),
  )

  it.effect("when hardly any time is left", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": site(alternate()) })
      yield* TestClock.setTime(3_600_000)
      const inTime = (left: number) =>
        rowOf().pipe(Effect.provide(layer), Effect.provideService(Deadline.Deadline, Deadline.at(3_600_000 + left)))
      assert.propertyVal(yield* inTime(2 * MarkdownAlternate.minTime - 1), "content", html)
      assert.strictEqual(dialled.length, 1)
      const row = yield* inTime(2 * MarkdownAlternate.minTime)
      assert.propertyVal(row, "content", markdown)
      assert.notProperty(row, "storable")
    }),
  )

  it.effect("if the reader reads no Markdown", () =>
    Effect.gen(function* () {
      const { dialled, layer } = web({ "a.test": site(alternate()) }, names, {}, MediaType.basicFormats.slice(1))
      assert.isFalse(readsMarkdown(yield* get("https://a.test/").pipe(Effect.provide(layer))))
      assert.strictEqual(dialled.length, 1)
    }),
  )
})

describe("a rule for a page also holds for its alternate:", () => {
  it.effect("robots.txt", () =>
    Effect.gen(function* () {
      const rules: Site = (path, requested) =>
        path === "/robots.txt"
          ? { status: 200, body: "User-agent: *\nDisallow: /page.md" }
          : site(alternate())(path, requested)
      const { dialled, layer } = web({ "a.test": rules }, names, { robots: true })
      assert.isFalse(readsMarkdown(yield* get("https://a.test/").pipe(Effect.provide(layer))))
      assert.deepStrictEqual(
        dialled.map(({ url }) => url),
        ["https://a.test/robots.txt", "https://a.test/"],
      )
    }),
  )

  it.effect("the part of a site that a call is pinned to", () =>
    Effect.gen(function* () {
      const answers: Site = (path) =>
        path.startsWith("/guide/") && path.endsWith(".md")
          ? alternate()
          : htmlPage({ Link: offer.replace("/page.md", path === "/guide/in" ? "in.md" : "/out.md") })
      const { dialled, layer } = web({ "a.test": answers })
      const within = SitePrefix.read("https://a.test/guide")
      const page = (path: string) => rowOf(within === undefined ? {} : { within }, path).pipe(Effect.provide(layer))
      assert.propertyVal(yield* page("/guide/in"), "content", markdown)
      assert.propertyVal(yield* page("/guide/out"), "content", html)
      assert.deepStrictEqual(
        dialled.map(({ url }) => url.slice("https://a.test".length)),
        ["/guide/in", "/guide/in.md", "/guide/out"],
      )
    }),
  )

  it.effect("its no-store directive", () =>
    Effect.gen(function* () {
      const secret = { ...alternate(), headers: { ...alternate().headers, "Cache-Control": "no-store" } }
      const { layer } = web({ "a.test": site(secret) })
      assert.propertyVal(yield* rowOf().pipe(Effect.provide(layer)), "storable", false)
    }),
  )
})

describe("the validators of a page with an alternate", () => {
  it.effect("are the page's, and when it hasn't changed the alternate isn't requested", () =>
    Effect.gen(function* () {
      const tagged = (etag: string) => ({ ETag: etag, Link: offer })
      const answers: Site = (path, { headers }) => {
        if (path === "/page.md") return { ...alternate(), headers: { ...alternate().headers, ETag: '"twin"' } }
        return headers["if-none-match"] === '"page"'
          ? { status: 304, headers: { Link: offer } }
          : htmlPage(tagged('"page"'))
      }
      const { dialled, layer } = web({ "a.test": answers })
      const validators = { url: "https://a.test/", etag: '"page"' }
      assert.deepInclude(yield* rowOf().pipe(Effect.provide(layer)), { content: markdown, validators })
      assert.deepStrictEqual(yield* rowOf({ validators }).pipe(Effect.provide(layer)), { unchanged: true })
      assert.deepStrictEqual(
        dialled.map(({ headers, url }) => [url, headers["if-none-match"]]),
        [
          ["https://a.test/", undefined],
          ["https://a.test/page.md", undefined],
          ["https://a.test/", '"page"'],
        ],
      )
    }),
  )
})
