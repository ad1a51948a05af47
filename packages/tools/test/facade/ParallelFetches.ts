/** Many parallel fetches over the facade, as a program makes them. */
import { Doubles } from "@porthole/testing"
import { Layer } from "effect"
import { assert, it } from "vitest"
import { createWebTools, type WebToolsOptions } from "../../src/index.ts"

const sites = Array.from({ length: 200 }, (_, at) => `site${at}.test`)

/** Sites that answer immediately. */
const web = Layer.merge(
  Doubles.resolver(Object.fromEntries(sites.map((site) => [site, ["93.184.216.34"]]))),
  Doubles.dialer(({ hop }) => ({
    status: hop.target.path === "/robots.txt" ? 404 : 200,
    headers: { "content-type": "text/html" },
    body: `<title>${hop.target.host}</title><p>High water comes twice a day.`,
  })),
)

/** Parallel fetches of so many sites: the pages' titles, and the errors. */
export const fetchAll = async (count: number, options: WebToolsOptions, clock: Layer.Layer<never> = Layer.empty) => {
  await using tools = createWebTools({ ...options, layers: Layer.merge(web, clock) })
  const pages = await Promise.all(sites.slice(0, count).map((site) => tools.webFetch({ url: `http://${site}/` })))
  return {
    titles: pages.flatMap((page) => ("error" in page ? [] : [page.title])),
    errors: pages.flatMap((page) => ("error" in page ? [page] : [])),
  }
}

export const isolations = ["process", "thread"] as const

/** Tests so many parallel fetches with readers of these kinds. */
export const parallelTests = (count: number, rows: ReadonlyArray<(typeof isolations)[number]>): void =>
  it.each([...rows])(
    "read in a %s: a wait for the reader isn't a site's timeout, and an overload has its own error",
    async (extractIsolation) => {
      const { errors, titles } = await fetchAll(count, {
        extractIsolation,
        maxRequestsPerMinute: 10_000,
        fetchTimeout: "120 s",
        extractTimeout: "60 s",
      })
      for (const error of errors) assert.match(error.message ?? "", /^The reader is overloaded/)
      assert.strictEqual(new Set(titles).size, titles.length)
      assert.isNotEmpty(titles)
    },
  )
