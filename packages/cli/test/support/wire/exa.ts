/** Exa: `POST /search` with `x-api-key`; refusals are `{ requestId, error, tag }`. */
import type { Wire } from "./Wire.ts"
import { field, unknownFields } from "./body.ts"

const value = "exa-4f1b0c9e-7a11-key"

const known =
  "query type numResults category userLocation includeDomains excludeDomains moderation startPublishedDate endPublishedDate startCrawlDate endCrawlDate contents".split(
    " ",
  )

export const exa: Wire = {
  name: "exa",
  provider: "exa",
  key: { variable: "EXA_API_KEY", value },
  env: (url) => ({ PORTHOLE_EXA_URL: url }),
  answer: ({ body, headers, method, path }) => {
    if (method !== "POST" || path !== "/search") return refusal(404, "NOT_FOUND")
    if (headers["x-api-key"] !== value) return refusal(401, "INVALID_API_KEY")
    const most = field(body, "numResults")
    if (unknownFields(body, known).length > 0) return refusal(400, "INVALID_REQUEST_BODY")
    if (typeof field(body, "query") !== "string") return refusal(400, "INVALID_REQUEST_BODY")
    if (most !== undefined && !(typeof most === "number" && most >= 1 && most <= 100)) {
      return refusal(400, "NUM_RESULTS_EXCEEDED")
    }
    for (const date of ["startPublishedDate", "endPublishedDate"]) {
      const text = field(body, date)
      if (text !== undefined && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(text))) return refusal(400, "INVALID_REQUEST")
    }
    return {
      body: {
        requestId: "b5947044c4b78efa9552a7c89b306d95",
        resolvedSearchType: "neural",
        searchType: "auto",
        results: field(body, "category") === "news" ? news : pages,
        costDollars: { total: 0.005, search: { neural: 0.005 } },
        searchTime: 812.4,
      },
    }
  },
  hits: [
    {
      title: "Tidal power",
      url: "https://example.com/tidal",
      snippet: "Tides move water. … Water moves turbines.",
      metadata: {
        score: 0.441,
        published_at: "2023-11-16T01:36:32.547Z",
        thumbnail: "https://example.com/cover.png",
      },
    },
    { title: "Untitled", url: "https://example.org/untitled", snippet: "Only a text." },
  ],
  fullHits: [
    {
      title: "A turbine is lowered",
      url: "https://example.com/news/turbine",
      snippet: "It weighs 400 tonnes.",
      metadata: { published_at: "2024-01-20T00:00:00.000Z" },
    },
  ],
  plain: { query: "tidal power", numResults: 10, contents: { highlights: true } },
  full: {
    query: "tidal power",
    numResults: 5,
    category: "news",
    startPublishedDate: "2024-01-05T00:00:00.000Z",
    endPublishedDate: "2024-02-01T23:59:59.999Z",
    includeDomains: ["example.com"],
    excludeDomains: ["shop.example.com"],
    userLocation: "AT",
    moderation: true,
    contents: { highlights: true },
  },
  ignored: ["language", "page"],
}

const refusal = (status: number, tag: string) => ({ status, body: { requestId: "r1", error: "Refused.", tag } })

const pages = [
  {
    id: "https://example.com/tidal",
    title: "Tidal power",
    url: "https://example.com/tidal",
    publishedDate: "2023-11-16T01:36:32.547Z",
    author: "N. N.",
    score: 0.441,
    image: "https://example.com/cover.png",
    favicon: "https://example.com/favicon.ico",
    highlights: ["Tides move water.", "Water moves turbines."],
    highlightScores: [0.46, 0.41],
  },
  {
    id: "urn:other",
    title: "Untitled",
    url: "https://example.org/untitled",
    publishedDate: null,
    author: null,
    score: null,
    text: "Only a text.",
  },
]

const news = [
  {
    id: "n",
    title: "A turbine is lowered",
    url: "https://example.com/news/turbine",
    publishedDate: "2024-01-20T00:00:00.000Z",
    author: "",
    highlights: ["It weighs 400 tonnes."],
    highlightScores: [0.3],
  },
]
