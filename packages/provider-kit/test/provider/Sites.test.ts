/** Tests `site:` operators among the words of a search. */
import { assert, it } from "@effect/vitest"
import { type Engine, type QueryWithSites, withSites } from "../../src/provider/Sites.ts"

const google: Engine = { alternatives: true, maxWords: 6, maxLength: 60 }
const brave: Engine = { ...google, alternatives: false }

it.each<[string, Engine, Parameters<typeof withSites>[0], QueryWithSites]>([
  ["nothing asked for", google, { query: "q" }, { text: "q", covers: [] }],
  ["empty lists", google, { query: "q", domains: [], exclude_domains: [] }, { text: "q", covers: [] }],
  ["one site", brave, { query: "q", domains: ["a.io"] }, { text: "q site:a.io", covers: ["domains"] }],
  [
    "several sites",
    google,
    { query: "q", domains: ["a.io", "b.io"] },
    { text: "q (site:a.io OR site:b.io)", covers: ["domains"] },
  ],
  ["several sites, no alternatives", brave, { query: "q", domains: ["a.io", "b.io"] }, { text: "q", covers: [] }],
  [
    "sites to leave out",
    brave,
    { query: "q", exclude_domains: ["a.io", "b.io"] },
    { text: "q -site:a.io -site:b.io", covers: ["exclude_domains"] },
  ],
  [
    "both",
    google,
    { query: "q", domains: ["a.io"], exclude_domains: ["b.a.io"] },
    { text: "q site:a.io -site:b.a.io", covers: ["domains", "exclude_domains"] },
  ],
  [
    "as many words as it takes",
    google,
    { query: "q r s t u", domains: ["a.io"] },
    { text: "q r s t u site:a.io", covers: ["domains"] },
  ],
  ["a word too many", google, { query: "q r s t u v", domains: ["a.io"] }, { text: "q r s t u v", covers: [] }],
  [
    "no room for the second list",
    google,
    { query: "q r s", domains: ["a.io", "b.io"], exclude_domains: ["c.io"] },
    { text: "q r s (site:a.io OR site:b.io)", covers: ["domains"] },
  ],
  [
    "no room for the first list",
    google,
    { query: "q", domains: ["a".repeat(60)], exclude_domains: ["c.io"] },
    { text: "q -site:c.io", covers: ["exclude_domains"] },
  ],
  [
    "as long as it takes",
    google,
    { query: "q", domains: ["a".repeat(53)] },
    { text: `q site:${"a".repeat(53)}`, covers: ["domains"] },
  ],
])("%s", (_, engine, query, expected) => assert.deepStrictEqual(withSites(query, engine), expected))
