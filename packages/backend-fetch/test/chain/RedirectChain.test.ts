/** Tests how often a redirect chain judges a URL, and that every hop keeps a job's pace. */
import { assert, describe, it } from "@effect/vitest"
import { HostPace, Settings, WebBackend, webFetch, WebUrl } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Clock, Effect, Layer, Result } from "effect"
import { PinnedFetch } from "../../src/index.ts"
import { forAll, withFile } from "../support/RobotsSites.ts"
import { get, inTime, names, page, type Site, to, web, wireOf } from "../support/DoubledWeb.ts"

/** Settings that count the judgements by them: each admitted URL's port is compared once. */
const counted = Effect.map(Settings.Settings, (settings) => {
  let judgements = 0
  const counting: Settings.SettingsShape = {
    ...settings,
    get ports() {
      judgements++
      return settings.ports
    },
  }
  return { settings: Layer.succeed(Settings.Settings, counting), judgements: () => judgements }
})

const backend = (settings: Layer.Layer<never>, sites: Readonly<Record<string, Site>>) =>
  WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
    Layer.provide([
      Doubles.dialer(({ hop, headers }) => {
        const { host, path } = hop.target
        const requested = { url: hop.url, address: hop.address.value, headers, connectTimeout: undefined }
        return sites[host]?.(path, requested) ?? { status: 404 }
      }),
      Doubles.resolver(names),
      Doubles.extractor(() => ({ title: "T", content: "text", links: [], text_length: 4 })),
    ]),
    Layer.provideMerge(settings),
  )

const allowing = (site: Site): Site => withFile(forAll("Allow: /"), site)

describe("with robots on, the URL policy judges", () => {
  it.effect("each redirect's target once, and each origin's robots.txt once", () =>
    Effect.gen(function* () {
      const { judgements, settings } = yield* counted
      const sites = {
        "a.test": allowing((path) => (path === "/" ? to("/next") : to("https://b.test/end"))),
        "b.test": allowing(() => page()),
      }
      const target = Result.getOrThrow(WebUrl.judge("https://a.test/", { ports: [443] }))
      const row = yield* WebBackend.WebBackend.use(({ extract }) =>
        extract({ url: target.url, target, mode: "markdown" }),
      ).pipe(Effect.provide(backend(settings, sites)))
      assert.propertyVal(row, "url", "https://b.test/end")
      // Two redirects, two files, and the first URL, because its caller had other rules.
      assert.strictEqual(judgements(), 5)
    }),
  )

  it.effect("the URL of a call once, from the argument to the answer", () =>
    Effect.gen(function* () {
      const { judgements, settings } = yield* counted
      const result = yield* webFetch({ url: "https://a.test/" }).pipe(
        Effect.provide(backend(settings, { "a.test": allowing(() => page()) })),
      )
      assert.strictEqual(result.status_code, 200)
      // The URL and its site's robots.txt.
      assert.strictEqual(judgements(), 2)
    }),
  )
})

describe("under a job's pace", () => {
  /** A web that logs when each request comes, and a pace that logs what it is told. */
  const paced = (sites: Readonly<Record<string, Site>>, robots = false) => {
    const requests: Array<readonly [url: string, at: number]> = []
    const visits: Array<HostPace.Visit> = []
    const logging = (site: Site): Site => {
      return (path, requested) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          requests.push([requested.url, now])
          const answer = site(path, requested)
          return Effect.isEffect(answer) ? answer : Effect.succeed(answer)
        })
    }
    const logged = Object.fromEntries(Object.entries(sites).map(([host, site]) => [host, logging(site)]))
    const pace = {
      interval: 1_000,
      from: "end" as const,
      triesAgain: false,
      onVisit: (visit: HostPace.Visit) => Effect.sync(() => void visits.push(visit)),
    }
    const during = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      inTime(
        Effect.provide(Effect.provideService(effect, HostPace.HostPace, pace), web(logged, names, { robots }).layer),
      )
    return { requests, visits, during }
  }

  it.effect("the requests to a host begin an interval apart, also those of redirects and of robots.txt", () =>
    Effect.gen(function* () {
      const site: Site = (path) => (path === "/to-b" ? to("https://b.test/end") : page())
      const sites = { "a.test": allowing(site), "b.test": withFile(forAll("Crawl-delay: 2"), site) }
      const { during, requests, visits } = paced(sites, true)
      yield* during(Effect.all([get("https://a.test/to-b"), get("https://b.test/own")], { concurrency: 2 }))
      const startsAt = (host: string) => requests.filter(([url]) => URL.parse(url)?.host === host).map(([, at]) => at)
      assert.deepStrictEqual(startsAt("a.test"), [0, 1_000])
      assert.deepStrictEqual(startsAt("b.test"), [0, 2_000, 4_000])
      assert.deepStrictEqual(visits.map(({ demanded, host }) => [host, demanded]).toSorted(), [
        ["a.test", 0],
        ["a.test", 0],
        ["b.test", 0],
        ["b.test", 2_000],
        ["b.test", 2_000],
      ])
    }),
  )

  it.effect("a failed request isn't sent again", () =>
    Effect.gen(function* () {
      const { during, requests } = paced({ "a.test": () => ({ status: 503 }) })
      const error = yield* during(wireOf(get("https://a.test/")))
      assert.strictEqual(error.status_code, 503)
      assert.lengthOf(requests, 1)
    }),
  )
})
