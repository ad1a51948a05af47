/** Tests how often a redirect chain judges a URL. */
import { assert, describe, it } from "@effect/vitest"
import { Settings, WebBackend, webFetch, WebUrl } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Result } from "effect"
import { PinnedFetch } from "../../src/index.ts"
import { forAll, withFile } from "../support/RobotsSites.ts"
import { names, page, type Site, to } from "../support/DoubledWeb.ts"

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
