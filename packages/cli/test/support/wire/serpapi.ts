/** SerpAPI: `GET /search.json`, with the key in the query and one of three engines; refusals are `{ error }`. */
import type { Reply, Wire } from "./Wire.ts"

const value = "4f1b0c9e7a11serpapikey"

/** The parameters of each engine. */
const known = {
  google: ["q", "location", "gl", "hl", "lr", "tbs", "tbm", "safe", "start", "num", "device"],
  bing: ["q", "mkt", "cc", "location", "first", "count", "safeSearch", "filters"],
  duckduckgo: ["q", "kl", "safe", "df", "start", "m"],
}

type Engine = keyof typeof known

const over = (engine: Engine, own: Pick<Wire, "hits" | "fullHits" | "plain" | "full" | "ignored">): Wire => ({
  ...own,
  name: engine === "google" ? "serpapi" : `serpapi over ${engine}`,
  provider: "serpapi",
  key: { variable: "SERPAPI_API_KEY", value },
  env: (url) => ({
    PORTHOLE_SERPAPI_URL: url,
    ...(engine === "google" ? {} : { PORTHOLE_SERPAPI_ENGINE: engine }),
  }),
  answer: ({ method, params: { api_key, engine: named, ...params }, path }) => {
    if (method !== "GET" || path !== "/search.json") return refusal(404, "Not found.")
    if (api_key === undefined) return refusal(401, "Invalid API key. Your API key should be here: …")
    if (api_key !== value) return refusal(401, `Invalid API key ${api_key}.`)
    if (named !== engine) return refusal(400, `Unsupported \`${named}\` search engine.`)
    const stranger = Object.keys(params).find((name) => !known[engine].includes(name))
    if (stranger !== undefined) return refusal(400, `Unsupported \`${stranger}\` parameter.`)
    if ((params["q"] ?? "") === "") return refusal(400, "Missing query `q` parameter.")
    if (engine === "bing" && params["mkt"] !== undefined && params["cc"] !== undefined) {
      return refusal(400, "`mkt` and `cc` can't be used together.")
    }
    return {
      body: {
        search_metadata: {
          id: "6581",
          status: "Success",
          json_endpoint: "https://serpapi.com/searches/a/6581.json",
          created_at: "2026-08-20 10:00:00 UTC",
          processed_at: "2026-08-20 10:00:00 UTC",
          total_time_taken: 1.2,
        },
        search_parameters: { engine, q: params["q"] },
        search_information: { organic_results_state: "Results for exact spelling", query_displayed: params["q"] },
        ...(params["tbm"] === "nws" ? { news_results: news } : { organic_results: organic }),
        related_questions: [{ question: "Why?", snippet: "Moon.", link: "https://moon.example/" }],
        related_searches: [{ query: "wave power" }],
        pagination: { current: 1, next: "https://www.google.com/search?start=10" },
        serpapi_pagination: { next: "https://serpapi.com/search.json?start=10" },
      },
    }
  },
})

const refusal = (status: number, error: string): Reply => ({ status, body: { error } })

const organic = [
  {
    position: 1,
    title: "Tidal power",
    link: "https://example.com/tidal",
    redirect_link: "https://www.google.com/url?q=x",
    displayed_link: "https://example.com › tidal",
    thumbnail: "https://serpapi.com/t.jpeg",
    favicon: "https://serpapi.com/f.png",
    date: "Sep 12, 2023",
    author: "N. N.",
    snippet: "Power from tides.",
    snippet_highlighted_words: ["tides"],
    sitelinks: { inline: [{ title: "History", link: "https://example.com/history" }] },
    rich_snippet: { top: { extensions: ["1 page"] } },
    source: "Example",
  },
  { position: 2, title: "Turbines", link: "https://sub.example.com/t", date: "3 hours ago" },
]

const news = [
  {
    position: 1,
    title: "Turbine lowered",
    link: "https://example.com/lowered",
    source: "Example",
    date: "Jan 20, 2024",
    snippet: "It was calm.",
    thumbnail: "https://serpapi.com/n.jpeg",
  },
]

const organicHits = (engine: Engine): Wire["hits"] => [
  {
    title: "Tidal power",
    url: "https://example.com/tidal",
    snippet: "Power from tides.",
    metadata: { engine, published_at: "2023-09-12T00:00:00.000Z", thumbnail: "https://serpapi.com/t.jpeg" },
  },
  { title: "Turbines", url: "https://sub.example.com/t", snippet: "", metadata: { engine } },
]

export const serpapi = over("google", {
  hits: organicHits("google"),
  fullHits: [
    {
      title: "Turbine lowered",
      url: "https://example.com/lowered",
      snippet: "It was calm.",
      metadata: {
        engine: "google",
        category: "news",
        published_at: "2024-01-20T00:00:00.000Z",
        thumbnail: "https://serpapi.com/n.jpeg",
      },
    },
  ],
  plain: { engine: "google", q: "tidal power" },
  full: {
    engine: "google",
    q: "tidal power site:example.com -site:shop.example.com",
    tbm: "nws",
    tbs: "cdr:1,cd_min:1/5/2024,cd_max:2/1/2024",
    start: "5",
    gl: "at",
    hl: "de",
    lr: "lang_de",
    safe: "active",
  },
  ignored: [],
})

export const serpapiOverBing = over("bing", {
  hits: organicHits("bing"),
  fullHits: organicHits("bing"),
  plain: { engine: "bing", q: "tidal power", count: "10" },
  full: {
    engine: "bing",
    q: "tidal power site:example.com -site:shop.example.com",
    count: "5",
    first: "6",
    mkt: "de-AT",
    safeSearch: "strict",
    // Days since 1970-01-01.
    filters: 'ex1:"ez5_19727_19754"',
  },
  ignored: ["category"],
})

export const serpapiOverDuckDuckGo = over("duckduckgo", {
  hits: organicHits("duckduckgo"),
  fullHits: organicHits("duckduckgo"),
  plain: { engine: "duckduckgo", q: "tidal power" },
  full: {
    engine: "duckduckgo",
    q: "tidal power site:example.com -site:shop.example.com",
    start: "5",
    kl: "at-de",
    df: "2024-01-05..2024-02-01",
    safe: "1",
  },
  ignored: ["category"],
})
