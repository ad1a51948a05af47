/** A user's own search API; variables describe its shape. */
import type { Wire } from "./Wire.ts"
import { field } from "./body.ts"

const value = "4f1b0c9e7a11-own-key"

export const json: Wire = {
  name: "json",
  provider: "json",
  key: { variable: "PORTHOLE_JSON_KEY", value, isOptional: true },
  env: (url) => ({
    PORTHOLE_JSON_URL: `${url}/api/find?tenant=blue&lang=en`,
    PORTHOLE_JSON_METHOD: "POST",
    PORTHOLE_JSON_KEY_HEADER: "X-Token",
    PORTHOLE_JSON_QUERY: "term",
    PORTHOLE_JSON_COUNT: "size",
    PORTHOLE_JSON_RESULTS: "data.items",
    PORTHOLE_JSON_TITLE: "head.line",
    PORTHOLE_JSON_LINK: "links.0",
    PORTHOLE_JSON_DATE: "when",
  }),
  answer: ({ body, headers, method, params, path }) => {
    if (method !== "POST" || path !== "/api/find" || params["tenant"] !== "blue") return { status: 404, body: "No." }
    if (headers["x-token"] !== value) return { status: 401, body: { error: `Who is ${headers["x-token"]}?` } }
    if (typeof field(body, "term") !== "string") return { status: 400, body: { error: "term" } }
    return {
      body: {
        data: {
          items: [
            {
              head: { line: "Tidal power" },
              links: ["https://example.com/tidal", "https://mirror.example/"],
              description: "Power from tides.",
              when: "2024-01-20",
            },
            {
              head: { line: "Turbines" },
              links: ["https://shop.example.com/t"],
              content: "For sale.",
              when: "2024-01-21T00:00:00Z",
            },
          ],
        },
      },
    }
  },
  hits: [
    {
      title: "Tidal power",
      url: "https://example.com/tidal",
      snippet: "Power from tides.",
      metadata: { published_at: "2024-01-20T00:00:00.000Z" },
    },
    {
      title: "Turbines",
      url: "https://shop.example.com/t",
      snippet: "For sale.",
      metadata: { published_at: "2024-01-21T00:00:00.000Z" },
    },
  ],
  fullHits: [
    {
      title: "Tidal power",
      url: "https://example.com/tidal",
      snippet: "Power from tides.",
      metadata: { published_at: "2024-01-20T00:00:00.000Z" },
    },
  ],
  plain: { tenant: "blue", lang: "en", term: "tidal power", size: 10 },
  full: { tenant: "blue", lang: "en", term: "tidal power", size: 5 },
  ignored: ["category", "country", "language", "page", "safesearch"],
}
