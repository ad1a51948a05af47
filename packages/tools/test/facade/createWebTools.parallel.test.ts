/** Tests many parallel calls over the facade, as a program makes them. */
import { Doubles } from "@porthole/testing"
import { Layer } from "effect"
import { assert, describe, it } from "vitest"
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

/** A parallel fetch of each site: the pages' titles, and the errors. */
const fetchAll = async (options: WebToolsOptions) => {
  await using tools = createWebTools({ ...options, layers: web })
  const pages = await Promise.all(sites.map((site) => tools.webFetch({ url: `http://${site}/` })))
  return {
    titles: pages.flatMap((page) => ("error" in page ? [] : [page.title])),
    errors: pages.flatMap((page) => ("error" in page ? [page] : [])),
  }
}

describe("200 parallel webFetch calls", () => {
  it.each(["process", "thread"] as const)(
    "read in a %s: a wait for the reader isn't a site's timeout, and an overload has its own error",
    async (extractIsolation) => {
      const { errors, titles } = await fetchAll({
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

  it("with the defaults: calls beyond 30 a minute name the limit and the time to try again", async () => {
    const { errors, titles } = await fetchAll({ extractIsolation: "none" })
    assert.lengthOf([...titles, ...errors], sites.length)
    assert.isAtLeast(titles.length, 1)
    // A call that waited for its turn until the end of its time has a timeout.
    const limited = errors.filter(({ error }) => error !== "timeout")
    assert.isAtLeast(limited.length, 1)
    for (const { error, message, retry_after } of limited) {
      assert.strictEqual(error, "rate_limited")
      assert.isAtLeast(retry_after ?? 0, 1)
      assert.include(message, "The limit of 30 searches and fetches a minute (max_requests_per_minute) is reached.")
      assert.include(message, `Try again in ${retry_after} s;`)
    }
  })
})
