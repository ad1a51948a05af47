/** The parts of a new provider: its source, its test and its line in the registry. */

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

/** The registry with the new provider, last in the order of `auto`; undefined if its table isn't found. */
export const registered = (registry: string, name: string): string | undefined => {
  const table = /^export const load = \{\n(?: {2}.*\n)+/m
  const line = `  ${name}: () => import("@porthole/providers/${name}").then(({ ${name} }) => ${name}),\n`
  return table.test(registry) ? registry.replace(table, (entries) => `${entries}${line}`) : undefined
}

/** The script of the root that writes the generated files. */
export const generates = "docs:pages"

/** Its test: the suite, the exact mapping, one real search, for the source's imaginary API. */
export const testOf = (name: string, title: string): string => `${suiteOf(name, title)}\n${mappingOf(name, title)}`

// --- private --------------------------------------------------------------------------

const suiteOf = (
  name: string,
  title: string,
): string => `/** ${title}: the suite over recorded answers, and the exact mapping. */
import { describe } from "@effect/vitest"
import { ${name} } from "../src/${name}.ts"
import { testMapping } from "./support/mapping.ts"
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
`

const mappingOf = (name: string, title: string): string => `testLive(${name}, ["${name.toUpperCase()}_API_KEY"])

const asks = (parameters: Record<string, string>) => ({
  method: "GET",
  url: "https://${name}.test/search",
  query: { q: "whales", ...parameters },
  headers: { "x-${name}-key": "k" },
})

testMapping(${name}, {
  identity: {
    name: "${name}",
    title: "${title}",
    url: "https://api.${name}.example",
    key: { variable: "${name.toUpperCase()}_API_KEY" },
  },
  nothing: { items: [] },
  requests: [
    [{}, asks({})],
    [{ max_results: 99 }, asks({ n: "50" })],
    [{ language: "de", time_range: "week" }, asks({ language: "de", since: "week" })],
    [{ country: "AT" }, asks({}), ["country"]],
  ],
  rows: [
    {
      name: "a full result, without an empty one",
      body: { items: [{ ...item(0), date: "2026-03-01" }, {}] },
      rows: [
        {
          title: "Whale 0",
          url: "https://example.com/0",
          snippet: "They sing.",
          metadata: { published_at: "2026-03-01" },
        },
      ],
      unusable: 1,
    },
  ],
  empty: [],
  foreign: [{ hello: "world" }],
})
`
