/** What a new provider is made of: its source, its test and its line in the registry. */

/** Its source: the example of docs/write-a-provider.md under its name. */
export const sourceOf = (example: string, name: string, title: string): string =>
  example
    .replace(
      /^\/\*\*.*\*\/\n/,
      `/** Search over ${title} (\`GET /search\`; name its documentation here, and when you read it). */\n`,
    )
    .replace(
      `import { HttpClientRequest } from "effect/http"`,
      `import * as HttpClientRequest from "effect/http/HttpClientRequest"`,
    )
    .replaceAll("ACME", name.toUpperCase())
    .replaceAll("Acme", title)
    .replaceAll("acme", name)

/** The registry with it, as the last that `auto` asks. */
export const registered = (registry: string, name: string): string =>
  registry.replace(
    /\n\}\n$/,
    `\n  ${name}: () => import("@porthole/providers/${name}").then(({ ${name} }) => ${name}),\n}\n`,
  )

/** Its test: the suite, the exact mapping, one real search, for the API that the source imagines. */
export const testOf = (
  name: string,
  title: string,
): string => `/** ${title}: the suite over recorded answers, and the exact mapping. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { WebBackend } from "@porthole/core"
import { type ProviderDouble, ProviderTrial } from "@porthole/core/testing"
import { ${name} } from "../src/${name}.ts"
import { testLive, testSearch } from "./support/suite.ts"

const item = (at: number) => ({ name: \`Whale \${at}\`, link: \`https://example.com/\${at}\`, text: "They sing." })

describe("search", () => {
  testSearch(${name}, {
    found: { body: { items: [0, 1, 2].map(item) } },
    empty: { body: { items: [] } },
    badRow: { body: { items: [item(0), { name: "no link" }] } },
    refusals: [
      { name: "403", answer: { status: 403, body: {} }, expected: { reason: "${name}_unauthorized" } },
      {
        name: "200 without credits",
        answer: { body: { error: "out_of_credits" } },
        expected: { reason: "${name}_quota_exceeded" },
      },
    ],
  })
})

testLive(${name}, ["${name.toUpperCase()}_API_KEY"])

it("is who it says", () => {
  assert.deepStrictEqual(${name}.identity, {
    name: "${name}",
    title: "${title}",
    url: "https://api.${name}.example",
    key: { variable: "${name.toUpperCase()}_API_KEY" },
  })
})

const search = (query: Partial<WebBackend.SearchRequest>, answer: ProviderDouble.Outcome = { body: { items: [] } }) =>
  Effect.andThen(
    TestClock.setTime(Date.UTC(2026, 2, 10, 12)),
    ProviderTrial.search(
      ${name}.makeSearch({ url: "https://${name}.test", key: "k" }),
      { query: "whales", ...query },
      answer,
    ),
  )

describe("the request", () => {
  it.effect.each<[Partial<WebBackend.SearchRequest>, Record<string, string>, ReadonlyArray<string> | undefined]>([
    [{}, {}, undefined],
    [{ max_results: 99 }, { n: "50" }, undefined],
    [{ language: "de", time_range: "week" }, { language: "de", since: "week" }, undefined],
    [{ country: "AT" }, {}, ["country"]],
  ])("of %j", ([query, expected, ignored]) =>
    Effect.map(search(query), ({ answer, sent }) => {
      assert.deepStrictEqual(sent, [
        {
          method: "GET",
          url: "https://${name}.test/search",
          query: { q: "whales", ...expected },
          headers: { "x-${name}-key": "k" },
        },
      ])
      assert.deepStrictEqual(answer.ignored, ignored)
    }),
  )
})

describe("the rows", () => {
  it.effect("of a full result, without an empty one", () =>
    Effect.map(search({}, { body: { items: [{ ...item(0), date: "2026-03-01" }, {}] } }), ({ answer }) =>
      assert.deepStrictEqual(answer.rows, [
        {
          title: "Whale 0",
          url: "https://example.com/0",
          snippet: "They sing.",
          metadata: { published_at: "2026-03-01" },
        },
      ]),
    ),
  )

  it.effect("of JSON that isn't ${title}'s are none at all", () =>
    Effect.map(Effect.flip(search({}, { body: { hello: "world" } })), ({ wire }) =>
      assert.strictEqual(wire.reason, "${name}_unreachable"),
    ),
  )
})
`
