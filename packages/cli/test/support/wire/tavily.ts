/** Tavily: `POST /search` with a bearer token; refusals are `{ detail: { error } }`. */
import type { Wire } from "./Wire.ts"
import { field, unknownFields } from "./body.ts"

const value = "tvly-dev-4f1b0c9e7a"

const known =
  "query search_depth topic time_range start_date end_date max_results include_answer include_domains exclude_domains country".split(
    " ",
  )

export const tavily: Wire = {
  name: "tavily",
  provider: "tavily",
  key: { variable: "TAVILY_API_KEY", value },
  env: (url) => ({ PORTHOLE_TAVILY_URL: url }),
  answer: ({ body, headers, method, path }) => {
    if (method !== "POST" || path !== "/search") return refusal(404, "Not Found")
    if (headers["authorization"] !== `Bearer ${value}`) return refusal(401, "Unauthorized: missing or invalid API key.")
    const query = field(body, "query")
    const most = field(body, "max_results")
    const country = field(body, "country")
    const isNews = field(body, "topic") === "news"
    if (typeof query !== "string" || query === "" || query.length > 400) return refusal(400, "Query is missing.")
    if (unknownFields(body, known).length > 0) return refusal(400, "Unknown field.")
    if (most !== undefined && !(typeof most === "number" && most >= 0 && most <= 20)) return refusal(400, "max_results")
    if (country !== undefined && (isNews || country !== String(country).toLowerCase())) return refusal(400, "country")
    return {
      body: {
        query,
        follow_up_questions: null,
        answer: null,
        images: [],
        results: isNews
          ? [
              {
                url: "https://news.example.com/2024/tide",
                title: "A second turbine for the strait",
                score: 0.61,
                published_date: "Sat, 20 Jan 2024 07:30:00 GMT",
                content: "The council agreed on Friday.",
                raw_content: null,
              },
            ]
          : [
              {
                title: "Tidal power",
                url: "https://example.com/tidal",
                content: "Power from tides.\n[...] It is predictable.",
                score: 0.98123,
                raw_content: null,
                favicon: "https://example.com/favicon.ico",
              },
              { title: "Turbines", url: "https://example.org/turbines", content: "", score: 0, raw_content: null },
            ],
        response_time: "1.67",
        auto_parameters: {},
        usage: { credits: 1 },
        request_id: "123e4567-e89b-12d3-a456-426614174111",
      },
    }
  },
  hits: [
    {
      title: "Tidal power",
      url: "https://example.com/tidal",
      snippet: "Power from tides. [...] It is predictable.",
      metadata: { score: 0.981_23 },
    },
    { title: "Turbines", url: "https://example.org/turbines", snippet: "" },
  ],
  fullHits: [
    {
      title: "A second turbine for the strait",
      url: "https://news.example.com/2024/tide",
      snippet: "The council agreed on Friday.",
      metadata: { score: 0.61, published_at: "2024-01-20T07:30:00.000Z" },
    },
  ],
  plain: { query: "tidal power", max_results: 10 },
  full: {
    query: "tidal power",
    max_results: 5,
    topic: "news",
    start_date: "2024-01-05",
    end_date: "2024-02-01",
    include_domains: ["example.com"],
    exclude_domains: ["shop.example.com"],
  },
  ignored: ["country", "language", "page", "safesearch"],
}

const refusal = (status: number, error: string) => ({ status, body: { detail: { error } } })
