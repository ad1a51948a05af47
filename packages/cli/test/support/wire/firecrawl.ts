/** Firecrawl: `POST /v2/search` with a bearer token; refusals are `{ success: false, error }`. */
import type { Wire } from "./Wire.ts"
import { field, unknownFields } from "./body.ts"

const value = "fc-4f1b0c9e7a11key"

const known =
  "query limit sources categories tbs location country includeDomains excludeDomains timeout ignoreInvalidURLs scrapeOptions".split(
    " ",
  )

export const firecrawl: Wire = {
  name: "firecrawl",
  provider: "firecrawl",
  key: { variable: "FIRECRAWL_API_KEY", value, isOptional: true },
  env: (url) => ({ PORTHOLE_FIRECRAWL_URL: url }),
  answer: ({ body, headers, method, path }) => {
    if (method !== "POST" || path !== "/v2/search") return refusal(404, "Not Found")
    if (headers["authorization"] !== `Bearer ${value}`) return refusal(401, "Unauthorized: Invalid token")
    const limit = field(body, "limit")
    if (typeof field(body, "query") !== "string") return refusal(400, "Bad Request")
    if (unknownFields(body, known).length > 0) return refusal(400, "Unrecognized key in body")
    if (limit !== undefined && !(typeof limit === "number" && limit >= 1 && limit <= 100)) return refusal(400, "limit")
    if (field(body, "includeDomains") !== undefined && field(body, "excludeDomains") !== undefined) {
      return refusal(400, "includeDomains and excludeDomains can't be used together")
    }
    const sources = field(body, "sources")
    const isNews = Array.isArray(sources) && sources.includes("news")
    return {
      body: { success: true, data: isNews ? { news } : { web, images }, creditsUsed: 2, id: "0196a-search" },
    }
  },
  hits: [
    { title: "Tidal power", url: "https://example.com/tidal", snippet: "Power from tides." },
    {
      title: "tides/turbine",
      url: "https://example.org/tides/turbine",
      snippet: "",
      metadata: { category: "github" },
    },
  ],
  fullHits: [
    {
      title: "Turbine lowered",
      url: "https://www.example.com/lowered",
      snippet: "It was calm.",
      metadata: {
        category: "news",
        published_at: "2024-01-20T00:00:00.000Z",
        thumbnail: "https://www.example.com/i.png",
      },
    },
  ],
  plain: { query: "tidal power", limit: 10 },
  full: {
    query: "tidal power",
    limit: 5,
    sources: ["news"],
    tbs: "cdr:1,cd_min:1/5/2024,cd_max:2/1/2024",
    country: "AT",
    includeDomains: ["example.com"],
  },
  ignored: ["language", "page", "safesearch"],
}

const refusal = (status: number, error: string) => ({ status, body: { success: false, error } })

const web = [
  { url: "https://example.com/tidal", title: "Tidal power", description: "Power from tides.", position: 1 },
  {
    url: "https://example.org/tides/turbine",
    title: "tides/turbine",
    description: "",
    position: 2,
    category: "github",
  },
]

const images = [
  {
    title: "A tide",
    imageUrl: "https://i.example/t.png",
    imageWidth: 1,
    imageHeight: 1,
    url: "https://i.example/",
    position: 1,
  },
]

const news = [
  {
    title: "Turbine lowered",
    snippet: "It was calm.",
    url: "https://www.example.com/lowered",
    date: "Jan 20, 2024",
    imageUrl: "https://www.example.com/i.png",
    position: 1,
  },
  {
    title: "From the shop",
    snippet: "Excluded, and it can't be said so beside a site that is wanted.",
    url: "https://shop.example.com/sale",
    date: "3 days ago",
    position: 2,
  },
]
