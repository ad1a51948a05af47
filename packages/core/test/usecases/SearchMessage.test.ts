/** Tests the message of an answer by a table: each cause, and the combinations of two, with its sentence. */
import { assert, describe, it } from "@effect/vitest"
import { Arguments, Settings, webSearch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type AnswerCounts, messageOf } from "../../src/usecases/SearchMessage.ts"

const good = { title: "T", url: "https://good.test/", snippet: "S", metadata: { published_at: "2026-03-01" } }
const elsewhere = { ...good, url: "https://else.test/" }
const denied = { ...good, url: "https://denied.good.test/" }
const excluded = { ...good, url: "https://excluded.good.test/" }
const secret = { ...good, url: "http://10.0.0.1/" }

/** Filters that {@link good} passes. */
const inDomains = { domains: ["good.test"] }
const withoutExcluded = { exclude_domains: ["excluded.good.test"] }
const lately = { start_date: "2026-03-03" }
const page = { page: 2 }
const byKernel = { ignored: ["start_date"] }
const deny = { deny_domains: ["denied.good.test"] }
const allow = { allow_domains: ["good.test"] }

const say = {
  words: "No results. Try other words.",
  dates: "No results with these dates. Try without dates.",
  filter: "No results. Few search engines can filter by date: try without dates.",
  domains: "No results in these domains. Try without domains.",
  excluded: "No results outside the excluded domains. Try without exclude_domains.",
  settings: "No results in the domains that the settings allow. Try other words.",
  secret: "No usable results. Try other words. Hits that lead to private addresses or hold credentials are left out",
  unusable: "No usable results. Try other words. Results without a title or a web address are left out",
}

interface Told {
  readonly rows?: ReadonlyArray<unknown>
  readonly query?: object
  readonly settings?: Settings.SettingsInput
  readonly aside?: object
}

const told = ({ aside = {}, query = {}, rows = [], settings = {} }: Told) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2026, 2, 4, 12))
    const backend = Doubles.backend({ search: () => Effect.succeed({ provider: "acme", rows, ...aside }) })
    const { hits, message } = yield* Effect.provide(
      webSearch(Arguments.untyped({ query: "x", ...query })),
      Layer.merge(backend, Settings.layer(settings)),
    )
    assert.lengthOf(hits, 0)
    return message
  })

const expectStart = (case_: Told, expected: string) =>
  Effect.gen(function* () {
    const message = yield* told(case_)
    assert.strictEqual(message?.slice(0, expected.length), expected, message)
  })

describe("without any result of the provider", () => {
  it.effect.each<[string, Told, string]>([
    ["nothing else", {}, say.words],
    ["a date that the provider got", { query: lately }, say.filter],
    ["a date that it didn't get", { query: lately, aside: byKernel }, say.words],
    ["two dates, one of which it got", { query: { ...lately, end_date: "2026-03-04" }, aside: byKernel }, say.filter],
    ["a later page", { query: page }, "No more results."],
    ["an answer", { aside: { answers: [{ text: "12 m" }] } }, "No results besides the answer of the search engine."],
    ["a correction", { aside: { corrections: ["whales"] } }, "No results. Try the corrected query."],
    ["unusable rows", { aside: { unusable: 3 } }, say.unusable],
    ["unusable rows and a date", { query: lately, aside: { unusable: 3 } }, say.unusable],
    ["unusable rows on a later page", { query: page, aside: { unusable: 3 } }, say.unusable.replace("No", "No more")],
  ])("and with %s", ([, case_, expected]) => expectStart(case_, expected))
})

describe("with results that are all left out", () => {
  it.effect.each<[string, Told, string]>([
    ["by date", { rows: [good], query: lately, aside: byKernel }, say.dates],
    ["by the domains of the query", { rows: [elsewhere], query: inDomains }, say.domains],
    ["by the excluded ones", { rows: [excluded], query: withoutExcluded }, say.excluded],
    ["by a denied domain", { rows: [denied], settings: deny }, say.settings],
    ["by the allowed ones, which become the search's", { rows: [elsewhere], settings: allow }, say.settings],
    ["as private", { rows: [secret] }, say.secret],
    ["as private and repeated", { rows: [secret, secret] }, say.secret],
    ["on a later page", { rows: [elsewhere], query: { ...inDomains, ...page } }, say.domains.replace("No", "No more")],
  ])("%s", ([, case_, expected]) => expectStart(case_, expected))
})

describe("with two causes, names the one without which there are hits", () => {
  it.effect.each<[string, Told, string]>([
    ["date and denied", { rows: [good, denied], query: lately, aside: byKernel, settings: deny }, say.dates],
    ["date and domains", { rows: [good, elsewhere], query: { ...lately, ...inDomains }, aside: byKernel }, say.dates],
    ["denied and domains", { rows: [denied, elsewhere], query: inDomains, settings: deny }, say.settings],
    ["excluded and denied", { rows: [excluded, denied], query: withoutExcluded, settings: deny }, say.settings],
    ["excluded and domains", { rows: [excluded, elsewhere], query: { ...withoutExcluded, ...inDomains } }, say.domains],
    ["private and excluded", { rows: [secret, excluded], query: withoutExcluded }, say.excluded],
    ["private and domains", { rows: [secret, elsewhere], query: inDomains }, say.domains],
    ["private and denied", { rows: [secret, denied], settings: deny }, say.settings],
    ["private and date", { rows: [secret, good], query: lately, aside: byKernel }, say.dates],
  ])("%s", ([, case_, expected]) => expectStart(case_, expected))
})

const counts: AnswerCounts = {
  found: 2,
  unusable: 0,
  areDatesApplied: false,
  isRanked: false,
  isLaterPage: false,
  leftOut: { outside: 0, unfetchable: 0, elsewhere: 0, excluded: 0, denied: 0, misdated: 0 },
  wanted: [],
  shown: [],
  answers: [],
  corrections: [],
}

it("names the site of a call that is limited to one", () => {
  const leftOut = { ...counts.leftOut, outside: 2 }
  const expected = "No results within the site (2 outside it). Try other words."
  assert.strictEqual(messageOf({ ...counts, leftOut }), expected)
})
