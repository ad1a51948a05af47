/** Tests a page whose scripts run, over a scripted renderer: what the renderer gets, and what becomes of its result. */
import { assert, describe, it } from "@effect/vitest"
import { Deadline, type Renderer, RequestBudget, type Settings, WebError } from "@porthole/core"
import { BoundedMemory, PersistedAnswers } from "@porthole/stores"
import { Doubles } from "@porthole/testing"
import { Clock, Effect, Layer } from "effect"
import { type RenderTrace, Listener } from "../../src/page/RenderTrace.ts"
import { get, inTime, page, type Site, to, unreachable, web } from "../support/DoubledWeb.ts"

const shell = '<div id="app"></div><script src="/app.js"></script>'
const article = `<p>${"High water at six. ".repeat(20)}</p>`

type Script = Parameters<typeof Doubles.renderer>[0]

/** A small web under a scripted renderer, with logs of the renderings and of their traces. */
const rendering = (
  sites: Readonly<Record<string, Site>>,
  script: Script = () => Effect.succeed({ html: article }),
  config: Settings.SettingsInput = {},
  missing?: string,
) => {
  const { layer, ...logs } = web(sites, undefined, { render: "auto", ...config })
  const rendered: Array<Renderer.RenderDocument> = []
  const traces: Array<RenderTrace> = []
  const renderer = Doubles.renderer(
    (request) =>
      Effect.andThen(
        Effect.sync(() => rendered.push(request.document)),
        script(request),
      ),
    missing,
  )
  return {
    ...logs,
    rendered,
    traces,
    run: Effect.provide(
      Layer.mergeAll(
        layer.pipe(Layer.provideMerge(renderer)),
        Layer.succeed(Listener, (trace: RenderTrace) => void traces.push(trace)),
      ),
    ),
  }
}

const notHere = WebError.make({ error: "extraction_failed", message: "The browser crashed." })

describe("a page that is empty without its scripts", () => {
  it.effect("is rendered from the bytes of its one request, and keeps its status and its redirects", () =>
    Effect.gen(function* () {
      const site: Site = (path) => (path === "/" ? to("/app") : { ...page(shell), status: 203, setCookies: ["a=1"] })
      const { dialled, extracted, rendered, run, traces } = rendering({ "a.test": site })
      const answer = yield* run(get("https://a.test/"))
      assert.deepInclude(answer, { rendered: true, content_md: article, status_code: 203, url: "https://a.test/app" })
      assert.isUndefined(answer.message)
      assert.lengthOf(dialled, 2)
      const [document] = rendered
      assert.deepInclude(document, { url: "https://a.test/app", status: 203, contentType: "text/html" })
      assert.strictEqual(new TextDecoder().decode(document?.bytes), shell)
      // Nothing else of the answer, such as its cookie.
      assert.hasAllKeys(document, ["url", "status", "contentType", "bytes"])
      assert.deepStrictEqual(
        extracted.map(({ contentType }) => contentType),
        ["text/html", "text/html; charset=utf-8"],
      )
      assert.deepStrictEqual(traces, [
        { url: "https://a.test/app", outcome: "rendered", requested: [], refusedByWall: 0 },
      ])
    }),
  )

  it.effect.each([
    ["text", page(article), {}, {}],
    ["an obstacle", page(`a wall ${shell}`), {}, {}],
    ["no script", page("<p>words</p>"), {}, {}],
    ["another type", { ...page(shell), headers: { "Content-Type": "text/plain" } }, {}, {}],
    ["text, and the call says no", page(shell), { render: false }, {}],
    ["nothing, and the setting is off", page(shell), {}, { render: "off" as const }],
  ] as const)("isn't, if it has %s", ([, answer, request, config]) =>
    Effect.gen(function* () {
      const { rendered, run } = rendering({ "a.test": () => answer }, undefined, config)
      const result = yield* run(get("https://a.test/", request))
      assert.isUndefined(result.rendered)
      assert.deepStrictEqual(rendered, [])
    }),
  )

  it.effect("isn't, if its alternate Markdown version was read", () =>
    Effect.gen(function* () {
      const markdown = `# Tides\n\n${"High water at six. ".repeat(20)}`.trim()
      const site: Site = (path) => {
        const type = path === "/page.md" ? "text/markdown" : "text/html"
        const headers = { "Content-Type": type, Link: '</page.md>; rel="alternate"; type="text/markdown"' }
        return { ...page(path === "/page.md" ? markdown : shell), headers }
      }
      const { dialled, rendered, run } = rendering({ "a.test": site })
      const result = yield* run(get("https://a.test/"))
      assert.strictEqual(result.content_md, markdown)
      assert.deepStrictEqual([dialled.length, rendered], [2, []])
    }),
  )

  it.effect("takes one request from the budget, however many parts it has", () =>
    Effect.gen(function* () {
      let spent = 0
      const budget = RequestBudget.RequestBudget.of({ spend: Effect.sync(() => void spent++) })
      const script: Script = ({ fetchPart }) =>
        Effect.gen(function* () {
          for (const at of [1, 2, 3]) yield* fetchPart({ url: `https://a.test/${at}`, kind: "data", headers: {} })
          return { html: article }
        })
      const { dialled, run } = rendering({ "a.test": () => page(shell) }, script)
      yield* run(get("https://a.test/")).pipe(Effect.provideService(RequestBudget.RequestBudget, budget))
      assert.deepStrictEqual([dialled.length, spent], [4, 1])
    }),
  )

  it.effect("is rendered under always, or by its call, whatever it has", () =>
    Effect.gen(function* () {
      const one = rendering({ "a.test": () => page(article) }, undefined, { render: "always" })
      assert.isTrue((yield* one.run(get("https://a.test/"))).rendered)
      const other = rendering({ "a.test": () => page(article) })
      assert.isTrue((yield* other.run(get("https://a.test/", { render: true }))).rendered)
    }),
  )

  it.effect("keeps the wall that its header names, under always, too", () =>
    Effect.gen(function* () {
      const walled: Site = () => ({ ...page(article), headers: { "Content-Type": "text/html", "x-dd-b": "1" } })
      const { run } = rendering({ "a.test": walled }, undefined, { render: "always" })
      const read = yield* run(get("https://a.test/"))
      assert.isTrue(read.rendered)
      assert.include(read.message, "CAPTCHA")
    }),
  )

  it.effect("is rendered at the end of the way, if it leads on", () =>
    Effect.gen(function* () {
      const site: Site = (path) => page(path === "/" ? "leads by redirect to https://a.test/app" : shell)
      const { rendered, run } = rendering({ "a.test": site })
      const answer = yield* run(get("https://a.test/", { render: true }))
      assert.deepInclude(answer, { rendered: true, url: "https://a.test/app" })
      assert.deepStrictEqual(
        rendered.map(({ url }) => url),
        ["https://a.test/app"],
      )
    }),
  )
})

describe("a rendering that fails", () => {
  it.effect.each([
    ["by a crash", () => Effect.fail(notHere), undefined, "failed"],
    ["by hanging", () => Effect.never, undefined, "failed"],
    ["for want of a browser", () => Effect.die("it isn't called"), "Install Chromium.", "missing"],
  ] as const)("%s leaves the page as it was read, which says so and isn't stored", ([, script, missing, outcome]) =>
    Effect.gen(function* () {
      const { dialled, run, traces } = rendering({ "a.test": () => page(shell) }, script, {}, missing)
      const cache = PersistedAnswers.layerPages.pipe(Layer.provide(BoundedMemory.layer()))
      yield* Effect.gen(function* () {
        const first = yield* inTime(run(get("https://a.test/")))
        const second = yield* inTime(run(get("https://a.test/")))
        const { fetched_at } = first
        assert.deepStrictEqual({ ...second, ...(fetched_at && { fetched_at }) }, first)
        assert.isFalse(second.cached)
        assert.include(first.message, "No browser could run the page's scripts")
        assert.strictEqual(first.content_md, shell)
        assert.isUndefined(first.rendered)
      }).pipe(Effect.provide(cache))
      assert.lengthOf(dialled, 2)
      assert.deepStrictEqual(
        traces.map(({ outcome }) => outcome),
        [outcome, outcome],
      )
    }),
  )

  it.effect("tells an operator what was requested until then", () =>
    Effect.gen(function* () {
      const site: Site = (path) => (path === "/" ? page(shell) : path === "/down" ? unreachable : page("{}"))
      const script: Script = ({ fetchPart }) =>
        Effect.gen(function* () {
          for (const url of ["https://a.test/data", "https://a.test/down", "https://10.0.0.1/"])
            yield* Effect.exit(fetchPart({ url, kind: "data", headers: {} }))
          return yield* Effect.fail(notHere)
        })
      const { run, traces } = rendering({ "a.test": site }, script)
      yield* run(get("https://a.test/"))
      assert.deepStrictEqual(traces[0]?.requested, [
        { url: "https://a.test/data", method: "GET", outcome: 200 },
        { url: "https://a.test/down", method: "GET", outcome: "failed" },
        { url: "https://10.0.0.1/", method: "GET", outcome: "refused" },
      ])
    }),
  )

  it.effect("has ended before the call's deadline", () =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      let endsAt = 0
      const script: Script = () =>
        Effect.flatMap(Deadline.Deadline, (deadline) => {
          ;({ endsAt } = deadline)
          return Effect.never
        })
      const { run } = rendering({ "a.test": () => page(shell) }, script, { fetch_timeout: "10 seconds" })
      const ended = yield* inTime(Effect.andThen(run(get("https://a.test/")), Clock.currentTimeMillis))
      assert.strictEqual(endsAt - begun, 9_000)
      assert.isBelow(ended - begun, 10_000)
    }),
  )
})

describe("a rendered page", () => {
  const cached = (script: Script, answers: Site) =>
    Effect.gen(function* () {
      const { run } = rendering({ "a.test": answers }, script)
      const again = Effect.andThen(run(get("https://a.test/")), run(get("https://a.test/")))
      return yield* Effect.provide(again, PersistedAnswers.layerPages.pipe(Layer.provide(BoundedMemory.layer())))
    })
  const asking =
    (headers: Readonly<Record<string, string>>): Script =>
    ({ fetchPart }) =>
      Effect.as(fetchPart({ url: "https://a.test/data", kind: "data", headers }), { html: article })
  const whole: Script = () => Effect.succeed({ html: article })

  it.effect.each([
    ["whole", whole, {}, true],
    ["rendered with parts", asking({}), {}, true],
    ["made of what a cookie brought", asking({ cookie: "a=1" }), {}, false],
    ["still changing", () => Effect.succeed({ html: article, isPartial: true }), {}, false],
    ["forbidden to store", whole, { "Cache-Control": "no-store" }, false],
  ] as const)("that is %s is stored: %s", ([, script, headers, expected]) =>
    Effect.gen(function* () {
      const answer = yield* cached(script, () => ({
        ...page(shell),
        headers: { "Content-Type": "text/html", ...headers },
      }))
      assert.deepStrictEqual([answer.rendered, answer.cached], [true, expected])
    }),
  )

  it.effect("says that it was still changing", () =>
    Effect.gen(function* () {
      const script: Script = () => Effect.succeed({ html: article, isPartial: true })
      const answer = yield* rendering({ "a.test": () => page(shell) }, script).run(get("https://a.test/"))
      assert.include(answer.message, "still changing")
    }),
  )

  it.effect.each([
    ["https://a.test/view#x", "https://a.test/view#x"],
    ["https://b.test/", "https://a.test/"],
    ["about:blank", "https://a.test/"],
  ] as const)("whose document shows %s has its links resolved against %s", ([url, base]) =>
    Effect.gen(function* () {
      const script: Script = () => Effect.succeed({ html: article, url })
      const { extracted, run } = rendering({ "a.test": () => page(shell) }, script)
      const answer = yield* run(get("https://a.test/"))
      assert.strictEqual(extracted.at(-1)?.url, base)
      assert.strictEqual(answer.url, "https://a.test/")
    }),
  )
})
