/**
 * Brave Search: `GET /res/v1/web/search` and `/res/v1/news/search`; an invalid request is a 422, and so is a wrong key.
 */
import type { Wire } from "./Wire.ts"

const value = "BSA-4f1b0c9e7a_key"

const known =
  "q country search_lang ui_lang count offset safesearch freshness text_decorations spellcheck result_filter extra_snippets".split(
    " ",
  )

export const brave: Wire = {
  name: "brave",
  provider: "brave",
  key: { variable: "BRAVE_API_KEY", value },
  env: (url) => ({ PORTHOLE_BRAVE_URL: url }),
  answer: ({ headers, method, params, path }) => {
    const isNews = path === "/res/v1/news/search"
    if (method !== "GET" || (path !== "/res/v1/web/search" && !isNews)) return { status: 404, body: { type: "Error" } }
    const token = headers["x-subscription-token"]
    if (token === undefined) return invalid("header", "x-subscription-token")
    if (token !== value) return refusal("SUBSCRIPTION_TOKEN_INVALID", {})
    const { count = "20", freshness = "pw", offset = "0", q = "" } = params
    const stranger = Object.keys(params).find((name) => !known.includes(name))
    if (stranger !== undefined) return invalid("query", stranger)
    if (q === "" || q.length > 400 || q.split(/\s+/).length > 50) return invalid("query", "q")
    if (!(Number(count) >= 1 && Number(count) <= (isNews ? 50 : 20))) return invalid("query", "count")
    if (!/^\d$/.test(offset)) return invalid("query", "offset")
    if (!/^(?:p[dwmy]|\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d)$/.test(freshness)) return invalid("query", "freshness")
    if (!headers["accept"]?.includes("application/json")) return { status: 406, body: "Not Acceptable" }
    return { headers: rates, body: isNews ? news : web }
  },
  hits: [
    {
      title: "Tide & current – “tables”",
      url: "https://example.com/tables",
      snippet: "High & low water for today.",
      metadata: { published_at: "2023-09-12T11:05:00.000Z", thumbnail: "https://imgs.example.com/a.jpg" },
    },
    { title: "Without much", url: "https://example.org/b?x=1&y=2", snippet: "" },
  ],
  fullHits: [
    {
      title: "Storm keeps ferries in port",
      url: "https://example.com/storm",
      snippet: "Winds of 11 Bft.",
      metadata: { category: "news", published_at: "2024-01-20T06:00:00.000Z" },
    },
  ],
  plain: { q: "tidal power", count: "10", text_decorations: "false" },
  full: {
    q: "tidal power site:example.com -site:shop.example.com",
    count: "5",
    offset: "1",
    freshness: "2024-01-05to2024-02-01",
    country: "AT",
    search_lang: "de",
    safesearch: "strict",
    text_decorations: "false",
  },
  ignored: [],
}

const rates = {
  "x-ratelimit-limit": "1, 15000",
  "x-ratelimit-policy": "1;w=1, 15000;w=2592000",
  "x-ratelimit-remaining": "0, 14999",
  "x-ratelimit-reset": "1, 1419704",
}

const refusal = (code: string, meta: object) => ({
  status: 422,
  body: { type: "ErrorResponse", error: { id: "e1", status: 422, code, detail: "Unprocessable.", meta }, time: 1 },
})

const invalid = (place: string, name: string) =>
  refusal("VALIDATION", { errors: [{ loc: [place, name], msg: "field required", type: "missing", input: null }] })

const web = {
  type: "search",
  query: { original: "tidal power", more_results_available: true, country: "us", spellcheck_off: true },
  mixed: { type: "mixed", main: [{ type: "web", index: 0, all: false }], top: [], side: [] },
  videos: { type: "videos", results: [{ type: "video_result", url: "https://video.example/", title: "No page" }] },
  web: {
    type: "search",
    family_friendly: true,
    results: [
      {
        type: "search_result",
        subtype: "generic",
        title: "Tide &amp; <strong>current</strong> &ndash; &ldquo;tables&rdquo;",
        url: "https://example.com/tables",
        is_source_local: false,
        is_source_both: false,
        description: "High &#38; low <strong>water</strong> for&nbsp;today.",
        page_age: "2023-09-12T11:05:00",
        age: "September 12, 2023",
        page_fetched: "2023-09-13T00:00:00Z",
        language: "en",
        family_friendly: true,
        profile: { name: "Example", url: "https://example.com", long_name: "example.com", img: "https://i.example" },
        meta_url: { scheme: "https", netloc: "example.com", hostname: "example.com", favicon: "", path: "› tables" },
        thumbnail: { src: "https://imgs.example.com/a.jpg", original: "https://example.com/a.jpg", logo: false },
        extra_snippets: ["More."],
        deep_results: { buttons: [] },
      },
      {
        type: "search_result",
        title: "Without much",
        url: "https://example.org/b?x=1&y=2",
        family_friendly: true,
        is_source_local: false,
        is_source_both: false,
      },
    ],
  },
}

const news = {
  type: "news",
  query: { original: "tidal power" },
  results: [
    {
      type: "news_result",
      title: "Storm keeps <strong>ferries</strong> in port",
      url: "https://example.com/storm",
      description: "Winds of 11&nbsp;Bft.",
      age: "3 days ago",
      page_age: "2024-01-20T06:00:00",
      page_fetched: "2024-01-20T06:30:00Z",
      breaking: false,
      meta_url: { scheme: "https", netloc: "example.com", hostname: "example.com", favicon: "", path: "› storm" },
    },
  ],
}
