/** The parts of a rendering over a small web, and the test that the policy holds for them, vector by vector. */
import { assert, it } from "@effect/vitest"
import { Conversation, type Renderer, Settings, type SitePrefix, type WebError, type WebUrl } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import corpus from "../../../core/test/vectors/url-vectors.json" with { type: "json" }
import * as RedirectChain from "../../src/chain/RedirectChain.ts"
import * as PartRequests from "../../src/page/PartRequests.ts"
import * as SiteRules from "../../src/site/SiteRules.ts"
import { names, type Site } from "../support/DoubledWeb.ts"

type Request = Partial<Renderer.PartRequest>

interface Options {
  readonly config?: Settings.SettingsInput
  readonly document?: string
  readonly within?: SitePrefix.SitePrefix
  readonly table?: Readonly<Record<string, ReadonlyArray<string>>>
}

/** The parts of one rendering over a small web, with a log of what was dialled. */
export const rendering = (sites: Readonly<Record<string, Site>>, options: Options = {}) => {
  const { config = {}, document = "https://a.test/page", table = names, within } = options
  const dialled: Array<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }> = []
  const dialer = Doubles.dialer(({ headers, hop }) => {
    dialled.push({ url: hop.url, headers })
    return sites[hop.target.host]?.(hop.target.path, { url: hop.url, address: "", headers, connectTimeout: 0 }) ?? ok
  })
  const make = Effect.gen(function* () {
    const settings = yield* Settings.Settings
    const followRedirects = yield* RedirectChain.make
    const siteRules = settings.robots ? yield* SiteRules.make(followRedirects) : undefined
    const policy: WebUrl.UrlPolicy = within === undefined ? settings : { ...settings, within }
    return yield* PartRequests.make({ followRedirects, settings, siteRules }, { url: document }, policy)
  })
  const run = <A, E>(use: (parts: PartRequests.PartRequests) => Effect.Effect<A, E>) =>
    Effect.flatMap(make, use).pipe(
      Effect.scoped,
      Effect.provide([dialer, Doubles.resolver(table), Layer.orDie(Settings.layer({ robots: false, ...config }))]),
    )
  return { dialled, run }
}

export const ok: Doubles.Answer = { status: 200, body: "ok" }
export const part = (url: string, more: Request = {}): Renderer.PartRequest => ({
  url,
  kind: "data",
  headers: {},
  ...more,
})
export const wireOf = <A>(effect: Effect.Effect<A, WebError.WebError>) =>
  Effect.map(Effect.flip(effect), ({ wire }) => wire)

export const vectors = corpus.vectors

/** Tests that the policy holds for parts with the URLs of these vectors. */
export const partVectorTest = (rows: ReadonlyArray<(typeof vectors)[number]>): void => {
  it.effect("holds for a part as for a page, vector by vector, and nothing private is dialled", () =>
    Effect.gen(function* () {
      const wrong: Array<unknown> = []
      for (const vector of rows) {
        const { id, url } = vector
        const host = URL.parse(url)?.hostname.replace(/\.$/, "") ?? ""
        const resolves: ReadonlyArray<string> = "resolves" in vector ? vector.resolves : []
        const one = rendering({}, { document: "http://a.test/", table: { [host]: resolves } })
        const result = yield* Effect.result(one.run(({ fetchPart }) => fetchPart(part(url)))).pipe(
          Effect.provideService(Conversation.Conversation, { id, tenant: "default" }),
        )
        const error = result._tag === "Failure" ? result.failure.error : undefined
        if (vector.allowed ? error !== undefined : error !== vector.error || one.dialled.length > 0)
          wrong.push({ id, url, error, dialled: one.dialled.length })
      }
      assert.deepStrictEqual(wrong, [])
    }),
  )
}
