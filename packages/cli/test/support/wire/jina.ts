/** Jina: its search, a `POST` with a bearer token that asks for hits without contents, and its reader. */
import { field, unknownFields } from "./body.ts"
import type { ReceivedRequest, Reply, Wire } from "./Wire.ts"

const value = "jina_4f1b0c9e7a11key"

const env = (url: string) => ({ PORTHOLE_JINA_URL: url })

const key = { variable: "JINA_API_KEY", value }

export const jina: Wire = {
  name: "jina",
  provider: "jina",
  key,
  env,
  answer: ({ body, headers, method, path }) => {
    if (method !== "POST" || path !== "/") return refusal(404, "NotFoundError", "Not found")
    if (headers["authorization"] === undefined) return refusal(401, "AuthenticationRequiredError", "Key required")
    if (headers["authorization"] !== `Bearer ${value}`) {
      return refusal(401, "AuthenticationFailedError", `Invalid API key ${headers["authorization"]}`)
    }
    if (headers["accept"] !== "application/json") return { body: "[1] Title: A text for people\n" }
    const q = field(body, "q")
    if (typeof q !== "string" || unknownFields(body, known).length > 0) {
      return refusal(400, "ParamValidationError", "Validation failed")
    }
    return {
      body: {
        code: 200,
        status: 20_000,
        data: field(body, "type") === "news" ? news : pages,
        meta: { usage: { tokens: 10_000 } },
      },
    }
  },
  hits: [
    {
      title: "Tidal power",
      url: "https://example.com/tidal",
      snippet: "Power from tides.",
      metadata: { published_at: "2023-09-12T00:00:00.000Z" },
    },
    { title: "Turbines", url: "https://example.org/t", snippet: "" },
  ],
  fullHits: [
    {
      title: "Turbine lowered",
      url: "https://example.com/lowered",
      snippet: "It was calm.",
      metadata: { published_at: "2024-01-20T00:00:00.000Z" },
    },
  ],
  plain: { q: "tidal power", num: 10 },
  full: { q: "tidal power", num: 5, type: "news", gl: "at", site: ["example.com"], page: 2 },
  ignored: ["language", "safesearch"],
}

/** The reader: the page at the URL of the body, as JSON. */
export const readerOfJina = {
  key,
  env,
  answer: ({ body, headers, method, path }: ReceivedRequest): Reply => {
    if (method !== "POST" || path !== "/") return refusal(404, "NotFoundError", "Not found")
    const { authorization } = headers
    if (authorization !== undefined && authorization !== `Bearer ${value}`) {
      return refusal(401, "AuthenticationFailedError", "Invalid API key")
    }
    const url = field(body, "url")
    if (typeof url !== "string") return refusal(400, "ParamValidationError", "Invalid URL")
    return {
      body: {
        code: 200,
        status: 20_000,
        data: {
          title: "Read by Jina",
          description: "",
          url: `${url}?from=jina`,
          content: "# Read by Jina\n\nWords and [a link](https://example.com/next).",
          usage: { tokens: 12 },
        },
      },
    }
  },
}

const known = ["q", "num", "type", "gl", "hl", "location", "site", "page"]

const refusal = (code: number, name: string, message: string): Reply => ({
  status: code,
  body: { data: null, code, name, status: code * 100 + 2, message, readableMessage: `${name}: ${message}` },
})

const pages = [
  {
    title: "Tidal power",
    url: "https://example.com/tidal",
    description: "Power from tides.",
    date: "Sep 12, 2023",
    content: "",
    usage: { tokens: 1_000 },
  },
  { title: "Turbines", url: "https://example.org/t", content: "", usage: { tokens: 1_000 } },
]

const news = [
  {
    title: "Turbine lowered",
    url: "https://example.com/lowered",
    description: "It was calm.",
    date: "2024-01-20",
    content: "",
  },
  { title: "From the shop", url: "https://shop.example.com/sale", description: "Excluded.", date: "2024-01-21" },
  { title: "Another year", url: "https://example.com/late", description: "Too early.", date: "Mar 1, 2021" },
]
