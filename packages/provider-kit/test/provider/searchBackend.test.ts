/** Tests the kit's work for the search of any provider. clock: real, since a second attempt pauses. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpClientRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import { WebError } from "@porthole/core"
import { ProviderTrial } from "@porthole/provider-kit/testing"
import * as Provider from "../../src/index.ts"

const questions: Array<Provider.ProviderQuery> = []

const make = Provider.searchBackend(
  { name: "acme", title: "Acme", url: "https://acme.test", key: { variable: "ACME_API_KEY" } },
  {
    request: (question, place) => {
      questions.push(question)
      return HttpClientRequest.get(place.url).pipe(
        HttpClientRequest.setHeaders(Provider.keyHeader(place, "x-acme-key")),
        HttpClientRequest.setUrlParams({ key: place.key }),
      )
    },
    supports: () => [],
    rows: () => [],
    fault: ({ status }) => (status === 402 ? { fault: "quota_exceeded", retry_after: 10_000_000.5 } : undefined),
  },
)

describe("an empty filter", () => {
  it.effect("is neither sent nor reported", () =>
    Effect.gen(function* () {
      for (const language of ["all", "auto"]) {
        questions.length = 0
        const { answer } = yield* ProviderTrial.search(
          make({ key: "k" }),
          { query: "whales", domains: [], exclude_domains: [], language },
          { body: {} },
        )
        assert.deepStrictEqual(answer, { provider: "acme", rows: [] })
        assert.deepStrictEqual(
          questions.map(({ original: _asked, when: _when, ...query }) => query),
          [{ query: "whales" }],
        )
      }
    }),
  )
})

describe("an unsent filter", () => {
  it.effect("is reported", () =>
    Effect.map(
      ProviderTrial.search(
        make({ key: "k" }),
        { query: "whales", domains: ["a.io"], exclude_domains: ["b.io"], language: "de" },
        { body: {} },
      ),
      ({ answer }) => assert.deepStrictEqual(answer.ignored, ["domains", "exclude_domains", "language"]),
    ),
  )
})

describe("the day of the call", () => {
  it.effect("is the day in UTC", () =>
    Effect.gen(function* () {
      questions.length = 0
      yield* TestClock.setTime(Date.UTC(2026, 2, 10, 23, 59))
      yield* ProviderTrial.search(make({ key: "k" }), { query: "whales" }, { body: {} })
      assert.deepStrictEqual(questions[0]?.when, {
        last: "2026-03-10",
        allRangeFields: [],
        rangeFields: [],
        dateFields: [],
      })
    }),
  )
})

describe("a cooldown that a provider demands", () => {
  it.effect("is a day at most", () =>
    Effect.map(
      Effect.flip(ProviderTrial.search(make({ key: "k" }), { query: "whales" }, { status: 402, body: {} })),
      ({ wire }) => assert.deepInclude(wire, { reason: "acme_quota_exceeded", retry_after: 86_400 }),
    ),
  )
})

describe("a key", () => {
  it.live("is in nothing that an operator can log of a lost connection", () =>
    Effect.map(
      Effect.flip(ProviderTrial.search(make({ key: "s3cret-key" }), { query: "whales" }, "broken")),
      (error) => {
        const cause = WebError.causeOf(error)
        assert.notInclude(inspect([error, cause], { depth: 20, showHidden: true, customInspect: false }), "s3cret-key")
        assert.include(inspect(cause, { depth: 20 }), "ECONNREFUSED")
      },
    ),
  )
})
