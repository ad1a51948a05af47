/** Tests when a page is read at its better address, and what the caller is told. */
import { assert, describe, it } from "@effect/vitest"
import {
  AddressRules,
  Conversation,
  docsFetch,
  KnownUrls,
  RequestBudget,
  Settings,
  Site,
  type WebBackend,
  WebError,
  webFetch,
} from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { addresses } from "../BetterAddresses.ts"

const text = "High water at six. ".repeat(20)
const file = "https://raw.githubusercontent.com/o/r/main/a.md"
const view = "https://github.com/o/r/blob/main/a.md"
const post = "https://www.reddit.com/r/sea/comments/1abc"
const older = "https://old.reddit.com/r/sea/comments/1abc"

/** A text, a row, a failure, or no answer ever. */
type Answer = string | Readonly<Record<string, unknown>> | WebError.WebError

/** A web of the given pages; every other address is missing. */
const web = (pages: Readonly<Record<string, Answer>>) => {
  const requested: Array<string> = []
  const extract: WebBackend.Extract = ({ url }) =>
    Effect.suspend(() => {
      requested.push(url)
      const answer = pages[url] ?? missing
      if (answer === hangs) return Effect.never
      if (answer instanceof WebError.WebError) return Effect.fail(answer)
      const row = typeof answer === "string" ? { content: answer } : answer
      return Effect.succeed({ title: "Tides", url, links: [], status_code: 200, ...row })
    })
  return { requested, layer: Layer.fresh(Doubles.backend({ extract })) }
}

const hangs = "hangs"
const missing = WebError.make({ error: "http_error", status_code: 404 })
const unreadable = WebError.make({ error: "unsupported_content_type" })

let conversations = 0
const fetchPage = (pages: ReturnType<typeof web>, url: string, request: object = {}, settings = {}) =>
  webFetch({ url, ...request }).pipe(
    Effect.provide([pages.layer, Settings.layer(settings)]),
    Effect.catchTags({ ConfigError: Effect.die, SettingsError: Effect.die }),
    Effect.provideService(Conversation.Conversation, { id: `better ${++conversations}`, tenant: "default" }),
  )

describe("each of the addresses", () => {
  it.effect.each(addresses.map((row) => [row.page, row] as const))("%s is read and told", ([page, { better, rule }]) =>
    Effect.gen(function* () {
      const { isList, told, when } = AddressRules.builtIn.find(({ name }) => name === rule) ?? assert.fail(rule)
      const twin = `${page}.md`
      const pages = web({ [page]: "Loading …", [better]: isList === true ? `- [Page](${twin})` : text, [twin]: text })
      const shown = yield* fetchPage(pages, page)
      assert.strictEqual(shown.url, isList === true ? twin : better)
      assert.include(shown.message, told)
      assert.isUndefined(shown.warning)
      assert.strictEqual(pages.requested.length, isList === true ? 3 : when === "before" ? 1 : 2)
    }),
  )
})

describe("a page whose view holds no text", () => {
  it.effect("is read itself if the better address fails, or has less", () =>
    Effect.gen(function* () {
      for (const answer of [missing, unreadable, "", { content: text, status_code: 202 }]) {
        const pages = web({ [file]: answer, [view]: text })
        const page = yield* fetchPage(pages, view)
        assert.deepStrictEqual([page.url, page.message], [view, undefined])
        assert.deepStrictEqual(pages.requested, [file, view])
      }
    }),
  )

  it.effect("is read itself if the site sends a notice in place of the file", () =>
    Effect.gen(function* () {
      const { better: download, page: preview } =
        addresses.find(({ rule }) => rule === "google-drive-file") ?? assert.fail("no rule")
      const notice = { content: "Google Drive can't scan this file for viruses.", is_complete: true }
      const pages = web({ [download]: notice, [preview]: "Loading …" })
      assert.deepInclude(yield* fetchPage(pages, preview), { url: preview, warning: "low_content" })
      const table = web({ [download]: { content: "1,2", is_data: true }, [preview]: "Loading …" })
      assert.strictEqual((yield* fetchPage(table, preview)).url, download)
    }),
  )

  it.effect("is read itself after half of the time", () =>
    Effect.gen(function* () {
      const pages = web({ [file]: hangs, [view]: text })
      const fiber = yield* Effect.forkChild(fetchPage(pages, view))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).url, view)
    }),
  )

  it.effect("is read itself for a caller that wants its scripts to run, or its HTML", () =>
    Effect.gen(function* () {
      const pages = web({ [file]: text, [view]: text })
      assert.strictEqual((yield* fetchPage(pages, view, {}, { render: "always" })).url, view)
      assert.strictEqual((yield* fetchPage(pages, view, { extract: "html" })).url, view)
    }),
  )
})

describe("a rule of the operator's", () => {
  it.effect("is told, and comes before ours", () =>
    Effect.gen(function* () {
      const pages = web({ "https://mirror.example/o/r/blob/main/a.md": text, [file]: text, [view]: text })
      const settings = { address_rules: ["https://github.com/{page*} => https://mirror.example/{page*}"] }
      const page = yield* fetchPage(pages, view, {}, settings)
      assert.strictEqual(page.url, "https://mirror.example/o/r/blob/main/a.md")
      assert.include(page.message, "the operator's rule 1")
    }),
  )
})

describe("a page that may hold text", () => {
  it.effect("isn't asked for elsewhere if it was good", () =>
    Effect.gen(function* () {
      for (const answer of [text, { content: "Closed.", is_complete: true }, { content: "1,2", is_data: true }]) {
        const pages = web({ [post]: answer, [older]: text })
        assert.strictEqual((yield* fetchPage(pages, post)).url, post)
        assert.deepStrictEqual(pages.requested, [post])
      }
    }),
  )

  it.effect.each([
    ["a status", WebError.make({ error: "http_error", status_code: 403 })],
    ["its robots.txt", WebError.make({ error: "robots_disallowed" })],
    ["a wall", { content: "Are you human?", obstacle: "challenge" }],
    ["a membership", { content: "For members.", obstacle: "membership" }],
    ["a login", { content: "Sign in.", obstacle: "login" }],
  ] as const)("stays refused by %s", ([, answer]) =>
    Effect.gen(function* () {
      const pages = web({ [post]: answer, [older]: text })
      yield* Effect.result(fetchPage(pages, post))
      assert.deepStrictEqual(pages.requested, [post])
    }),
  )

  it.effect("is read elsewhere if its type can't be read, and its failure stays if that fails", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* fetchPage(web({ [post]: unreadable, [older]: text }), post)).url, older)
      const error = yield* Effect.flip(fetchPage(web({ [post]: unreadable }), post))
      assert.strictEqual(error.error, "unsupported_content_type")
    }),
  )

  it.effect("is the answer if the better address hangs until the deadline", () =>
    Effect.gen(function* () {
      const pages = web({ [post]: "Loading …", [older]: hangs })
      const fiber = yield* Effect.forkChild(fetchPage(pages, post))
      yield* TestClock.adjust("20 seconds")
      assert.deepInclude(yield* Fiber.join(fiber), { url: post, warning: "low_content" })
    }),
  )

  it.effect("is the answer if what may be its AMP version's page has another title", () =>
    Effect.gen(function* () {
      const page = "https://shop.example/guitars/amp"
      for (const [title, expected] of [
        ["Guitars", page],
        ["Tides", "https://shop.example/guitars"],
      ] as const) {
        const pages = web({ [page]: "Loading …", "https://shop.example/guitars": { content: text, title } })
        assert.strictEqual((yield* fetchPage(pages, page)).url, expected)
      }
    }),
  )

  it.effect("is found in the site's list, also at its address without TLS", () =>
    Effect.gen(function* () {
      const page = "http://docs.example.com/tides"
      const list = "https://docs.example.com/llms.txt"
      const twin = "https://docs.example.com/tides.md"
      for (const listed of ["/tides.md", twin]) {
        const pages = web({ [page]: "Loading …", [list]: `- [Tides](${listed})`, [twin]: text })
        assert.strictEqual((yield* fetchPage(pages, page)).url, twin)
      }
      const other = web({ [page]: "Loading …", [list]: "- [Tides](https://evil.example/tides.md)", [twin]: text })
      assert.strictEqual((yield* fetchPage(other, page)).url, page)
    }),
  )

  it.effect("is the answer if the better address leads back to it", () =>
    Effect.gen(function* () {
      const pages = web({ [post]: "Loading …", [older]: { content: text, url: post, redirected_from: [older] } })
      assert.strictEqual((yield* fetchPage(pages, post)).warning, "low_content")
    }),
  )
})

describe("the rules of every page", () => {
  it.effect("hold at the better address: the domains, and every hop's", () =>
    Effect.gen(function* () {
      const pages = web({ [file]: text, [view]: text })
      assert.strictEqual((yield* fetchPage(pages, view, {}, { allow_domains: ["github.com"] })).url, view)
      assert.deepStrictEqual(pages.requested, [view])
      const moved = web({ [file]: { content: text, url: "http://10.0.0.1/" }, [view]: text })
      assert.strictEqual((yield* fetchPage(moved, view)).url, view)
    }),
  )

  it.effect("count its request", () =>
    Effect.gen(function* () {
      let spent = 0
      const pages = web({ [post]: "Loading …", [older]: text })
      yield* Effect.provideService(fetchPage(pages, post), RequestBudget.RequestBudget, {
        spend: Effect.sync(() => void ++spent),
      })
      assert.strictEqual(spent, 2)
    }),
  )

  it.effect("keep a documentation site's calls within it", () => {
    const base = "https://github.com/o/r"
    const [site = assert.fail("no site")] = Result.getOrThrow(
      Site.readAll([{ name: "docs", baseUrl: base, slugToUrl: () => view }], Settings.table.defaults),
    )
    const pages = web({ [file]: text, [view]: text })
    return Effect.gen(function* () {
      assert.strictEqual((yield* docsFetch(site, { slug_or_url: "a" }).pipe(Effect.provide(pages.layer))).url, view)
    })
  })

  it.effect("let a known page lead to its better address, and to no other", () =>
    Effect.gen(function* () {
      const pages = web({ [file]: text, [view]: text })
      const known = KnownUrls.makeKnownUrls()
      const settings = { known_urls_only: true, known_urls: [view] }
      const page = yield* Effect.provideService(fetchPage(pages, view, {}, settings), KnownUrls.KnownUrls, known)
      assert.strictEqual(page.url, file)
      const other = fetchPage(pages, "https://raw.githubusercontent.com/o/r/main/b.md", {}, settings)
      const error = yield* Effect.flip(Effect.provideService(other, KnownUrls.KnownUrls, known))
      assert.strictEqual(error.reason, "url_not_seen")
    }),
  )
})

describe("a part of the page", () => {
  it.effect("comes from the same text, and is told, too", () => {
    const pages = web({ [file]: text, [view]: "View." })
    return Effect.gen(function* () {
      const first = yield* webFetch({ url: view, max_length: 200 })
      const next = yield* webFetch({ url: view, max_length: 200, start_index: first.next_start_index ?? 0 })
      assert.strictEqual(`${first.content_md}${next.content_md}`, text)
      assert.include(next.message, "a better address (url): the file that the requested page shows.")
      assert.notInclude((yield* webFetch({ url: file, start_index: 200 })).message, "better address")
      assert.deepStrictEqual(pages.requested, [file])
    }).pipe(
      Effect.provide(pages.layer),
      Effect.provideService(Conversation.Conversation, { id: "parts of better pages", tenant: "default" }),
    )
  })
})
