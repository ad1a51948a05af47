/** The URL of any slug is within the site, or the slug is a typed failure. */
import { assert, it } from "@effect/vitest"
import { Settings, Site, Slug, WebUrl } from "@porthole/core"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { webPath, webUrl } from "./WebUrls.ts"

const settings = Effect.runSync(Settings.make())

export const siteOf = (options: Partial<Site.SiteOptions> = {}): Site.Site => {
  const sites = Result.getOrThrow(
    Site.readAll([{ name: "boats", baseUrl: "https://docs.test/guide/", ...options }], settings),
  )
  return sites[0] ?? assert.fail("no site")
}

/** The final result of a slug: a vetted URL within the site, or the error. */
export const judged = (slug: string, site: Site.Site = siteOf()): string =>
  Result.match(
    Result.flatMap(Slug.urlOf(site, slug), (url) => WebUrl.parse(url, { ...settings, within: site.within })),
    { onSuccess: (url) => url, onFailure: ({ error, reason }) => `${error} ${reason ?? ""}`.trim() },
  )

/** Declares it with so many runs. */
export const slugProperty = (numRuns: number): void => {
  it("may be any text: its result is within the site or a typed failure", () => {
    const site = siteOf()
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      webUrl,
      webPath,
      fc.string({ unit: fc.constantFrom(..."./\\%25efh:@?#; a\u00e4\uff0e") }),
    )
    fc.assert(
      fc.property(text, (slug) => {
        const url = judged(slug, site)
        if (url.startsWith("http")) assert.match(url, /^https?:\/\/docs\.test\/guide(?:[/?#]|$)/)
        else assert.match(url, /^(?:blocked_url|unsupported_scheme|invalid_request)/)
      }),
      { numRuns },
    )
  })
}
