/** What a job is asked for is taken as it is, or refused by name. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as JobArguments from "../../src/node/JobArguments.ts"

const url = "https://a.test/"

describe("a batch", () => {
  it.effect("has an item for each URL, and the parameters of all", () =>
    Effect.gen(function* () {
      const urls = [url, "a.test/b", { url: "https://a.test/c", id: 7, max_length: 300 }]
      const { items, parameters } = yield* JobArguments.batch({ urls, extract: "text", max_length: undefined }, 3)
      assert.deepStrictEqual(
        items.map(({ data, host, url }) => [url, host, data]),
        [
          [url, "a.test", undefined],
          ["a.test/b", "a.test", undefined],
          ["https://a.test/c", "a.test", { id: 7, max_length: 300 }],
        ],
      )
      assert.deepStrictEqual(parameters, { extract: "text" })
    }),
  )

  it.effect.each([
    [{}, "urls: expected a list of URLs, or of objects with url."],
    [{ url }, "urls: expected a list of URLs, or of objects with url."],
    [{ urls: url }, "urls: expected a list of URLs, or of objects with url."],
    [{ urls: [] }, "urls: expected at least one URL."],
    [{ urls: [url, url, url, url] }, "urls: expected at most 3 URLs, the server's job_max_urls."],
    [{ urls: [url, 5] }, "urls: entry 2: expected a URL, or an object with url."],
    [{ urls: [[url]] }, "urls: entry 1: expected a URL, or an object with url."],
    [{ urls: [url, url, { id: 1 }] }, "urls: entry 3: url is required."],
    [{ urls: [url, "not a URL"] }, "urls: entry 2: expected an absolute http or https URL."],
    [{ urls: [{ url, max_length: 5 }] }, "urls: entry 1: max_length: expected a whole number from 200 to 1000000."],
    [{ urls: [{ url, id: "x".repeat(2_001) }] }, "urls: entry 1: id: expected a value with a length of at most 2000."],
    [{ urls: [{ url, qeury: "x" }] }, "urls: entry 1: qeury isn't supported. Leave it out."],
    [{ urls: [url], max_length: 5 }, "max_length: expected a whole number from 200 to 1000000."],
    [{ urls: [url], start_index: -1 }, "start_index: expected a whole number of at least 0."],
    [{ urls: [url], webhook: "http://x" }, "webhook isn't supported. Ask for the job, or listen to its events."],
    [{ urls: [url], instructions: "x" }, "instructions isn't supported. Leave it out."],
    [{ urls: [url], "a\nb": 1 }, '"a\\nb" isn\'t supported. Leave it out.'],
  ])("is refused: %j", ([input, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(JobArguments.batch(input, 3))
      assert.deepStrictEqual([error.error, error.message], ["invalid_request", message])
    }),
  )
})

describe("a crawl", () => {
  it.effect("is taken as it is", () =>
    Effect.gen(function* () {
      const input = { url, max_pages: 3, max_depth: 0, include: ["/blog/*"], subdomains: true }
      assert.deepStrictEqual(yield* JobArguments.crawl({ ...input, exclude: undefined }, 3), input)
    }),
  )

  it.effect.each([
    [{ url, max_pages: 0 }, "max_pages: expected a whole number from 1 to 100000."],
    [{ url, max_pages: 10_000_000 }, "max_pages: expected a whole number from 1 to 100000."],
    [{ url, max_pages: 4 }, "max_pages: expected at most 3, the server's job_max_urls."],
    [{ url, max_depth: 101 }, "max_depth: expected a whole number from 0 to 100."],
    [{ url, limit: 5 }, "limit isn't supported. Leave it out."],
    [{ max_pages: 1 }, "url is required."],
  ])("is refused: %j", ([input, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(JobArguments.crawl(input, 3))
      assert.deepStrictEqual([error.error, error.message], ["invalid_request", message])
    }),
  )
})
