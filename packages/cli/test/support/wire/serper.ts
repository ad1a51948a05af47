/** Serper: `POST /search` and `/news` with `X-API-KEY`; refusals are `{ message, statusCode }`. */
import type { Wire } from "./Wire.ts"
import { field, unknownFields } from "./body.ts"

const value = "4f1b0c9e7a11serperkey"

const known = ["q", "gl", "hl", "num", "page", "tbs", "location", "autocorrect", "type"]

export const serper: Wire = {
  name: "serper",
  provider: "serper",
  key: { variable: "SERPER_API_KEY", value },
  env: (url) => ({ PORTHOLE_SERPER_URL: url }),
  answer: ({ body, headers, method, path }) => {
    const isNews = path === "/news"
    if (method !== "POST" || (path !== "/search" && !isNews)) return refusal(404, "Not Found")
    if (headers["x-api-key"] !== value) return refusal(403, "Unauthorized.")
    if (typeof field(body, "q") !== "string") return refusal(400, "Missing query parameter")
    if (unknownFields(body, known).length > 0) return refusal(400, "Unknown parameter")
    const searchParameters = { q: field(body, "q"), type: isNews ? "news" : "search", engine: "google" }
    return isNews
      ? { body: { searchParameters, news, credits: 1 } }
      : {
          body: {
            searchParameters,
            answerBox: { title: "No hit", link: "https://answer.example/", snippet: "Not a result." },
            knowledgeGraph: { title: "Tide", type: "Phenomenon", attributes: { Cause: "Moon" } },
            organic,
            peopleAlsoAsk: [{ question: "Why?", snippet: "Moon.", title: "Moon", link: "https://moon.example/" }],
            relatedSearches: [{ query: "wave power" }],
            credits: 1,
          },
        }
  },
  hits: [
    {
      title: "Tidal power",
      url: "https://example.com/tidal",
      snippet: "Power from tides.",
      metadata: { engine: "google", published_at: "2023-09-12T00:00:00.000Z" },
    },
    { title: "Turbines", url: "https://example.org/t", snippet: "", metadata: { engine: "google" } },
  ],
  fullHits: [
    {
      title: "Turbine lowered",
      url: "https://example.com/lowered",
      snippet: "It was calm.",
      metadata: { engine: "google", category: "news", thumbnail: "https://example.com/i.png" },
    },
  ],
  plain: { q: "tidal power", num: 10 },
  full: {
    q: "tidal power site:example.com -site:shop.example.com",
    num: 5,
    page: 2,
    tbs: "cdr:1,cd_min:1/5/2024,cd_max:2/1/2024",
    gl: "at",
    hl: "de",
  },
  ignored: ["safesearch"],
}

const refusal = (status: number, message: string) => ({ status, body: { message, statusCode: status } })

const organic = [
  {
    title: "Tidal power",
    link: "https://example.com/tidal",
    snippet: "Power from tides.",
    date: "Sep 12, 2023",
    sitelinks: [{ title: "History", link: "https://example.com/history" }],
    attributes: { Missing: "turbine" },
    position: 1,
  },
  { title: "Turbines", link: "https://example.org/t", position: 2 },
]

const news = [
  {
    title: "Turbine lowered",
    link: "https://example.com/lowered",
    snippet: "It was calm.",
    date: "2 days ago",
    source: "Example",
    imageUrl: "https://example.com/i.png",
    position: 1,
  },
]
