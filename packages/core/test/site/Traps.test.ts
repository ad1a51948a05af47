import { assert, describe, it } from "vitest"
import * as Traps from "../../src/site/Traps.ts"

/** How many of these count. */
const counted = (urls: ReadonlyArray<string>): number => {
  const traps = Traps.make()
  return urls.filter((url) => traps.judge(new URL(url, "https://a.example")) === undefined).length
}

const months = Array.from({ length: 2_000 }, (_, at) => [1900 + (at % 300), (at % 12) + 1] as const)

describe("a trap", () => {
  it.each([
    ["a calendar of paths", months.map(([year, month]) => `/events/${year}/${month}/`), Traps.limits.calendar],
    ["a calendar of parameters", months.map(([year, month]) => `/cal?month=${year}-${month}`), Traps.limits.calendar],
    ["filters", months.map(([year, month]) => `/shop?a=x${year}&b=y${month}`), Traps.limits.filters],
    ["numbers", months.map((_, at) => `/list?item=x${at}`), Traps.limits.numbers],
    ["a path that repeats itself", ["/a/b/a/b/a/b", "/x/x/x/x/"], 0],
  ])("%s ends", (_, urls, limit) => {
    assert.strictEqual(counted(urls), limit)
  })

  it("is no page with a name of its own", () => {
    const pages = [
      ...months.map(([year, month], at) => `/blog/${year}/${month}/post-${at}`),
      ...months.map((_, at) => `/issues/${at + 10_000}`),
      "/api/v2/api/v1",
      "/2026/",
    ]
    assert.strictEqual(counted(pages), pages.length)
  })
})
