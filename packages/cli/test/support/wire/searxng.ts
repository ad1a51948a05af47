/** SearXNG: `GET /search?format=json`; its limiter accepts only clients that resemble a browser. */
import type { Wire } from "./Wire.ts"

export const searxng: Wire = {
  name: "searxng",
  provider: "searxng",
  env: (url) => ({ SEARXNG_URL: `${url}/searx` }),
  answer: ({ headers, method, params, path }) => {
    if (method !== "GET" || path !== "/searx/search") return { status: 404, body: "<h1>Not Found</h1>" }
    if (params["format"] !== "json") return { body: "<html>A page for people.</html>" }
    const looksLikeABrowser =
      headers["accept"]?.includes("text/html") &&
      /gzip|deflate/.test(headers["accept-encoding"] ?? "") &&
      (headers["accept-language"] ?? "") !== ""
    if (!looksLikeABrowser || /curl|wget|HttpClient|^$/i.test(headers["user-agent"] ?? "")) {
      return { status: 429, body: "Too Many Requests" }
    }
    if ((params["q"] ?? "") === "") return { status: 400, body: { error: "No query" } }
    for (const [name, shape] of shapes) {
      const value = params[name]
      if (value !== undefined && !shape.test(value)) {
        return { status: 400, body: { error: `Invalid value ${value} for parameter ${name}` } }
      }
    }
    return { body: { ...envelope, results: params["categories"] === "news" ? news : results } }
  },
  hits: [
    {
      title: "Tidal power",
      url: "https://example.com/tidal",
      snippet: "Power from tides.",
      metadata: { engine: "brave", score: 3.5, category: "general", published_at: "2023-03-17T07:07:47.000Z" },
    },
    {
      title: "Turbines",
      url: "https://example.org/t",
      snippet: "",
      metadata: { engine: "mojeek", category: "general", thumbnail: "https://example.org/t.png" },
    },
  ],
  beside: { answers: [{ text: "42" }] },
  failedEngines: [{ provider: "searxng:google", outcome: "failed", reason: "challenged" }],
  fullHits: [
    {
      title: "Turbine lowered",
      url: "https://example.com/lowered",
      snippet: "It was calm.",
      metadata: {
        engine: "bing news",
        score: 1,
        category: "news",
        published_at: "2024-01-20T07:00:00.000Z",
      },
    },
  ],
  plain: { q: "tidal power", format: "json" },
  full: {
    q: "tidal power site:example.com",
    format: "json",
    categories: "news",
    language: "de-AT",
    safesearch: "2",
    pageno: "2",
  },
  // Its ranges all end today, so the kernel filters days that ended long ago: it drops hits with other dates.
  ignored: [],
}

const shapes = [
  ["pageno", /^[1-9]\d*$/],
  ["language", /^(?:all|auto|[a-z]{2,3}(?:-[A-Za-z]{2,4})?)$/],
  ["safesearch", /^[012]$/],
  ["time_range", /^(?:day|week|month|year)$/],
] as const

const envelope = {
  query: "tidal power",
  answers: [{ url: null, engine: "plugin", parsed_url: null, template: "answer/legacy.html", answer: "42" }],
  corrections: [],
  infoboxes: [{ infobox: "Tide", id: "https://w.example/", content: "", urls: [], attributes: [], engine: "wikidata" }],
  suggestions: ["wave power"],
  unresponsive_engines: [["google", "Suspended: CAPTCHA"]],
}

const blank = {
  img_src: "",
  thumbnail: "",
  iframe_src: "",
  audio_src: "",
  length: null,
  views: "",
  author: "",
  metadata: "",
}

const results = [
  {
    ...blank,
    url: "https://example.com/tidal",
    title: "Tidal power",
    content: "Power from tides.",
    engine: "brave",
    engines: ["mojeek", "brave"],
    positions: [1, 2],
    score: 3.5,
    category: "general",
    template: "default.html",
    parsed_url: ["https", "example.com", "/tidal", "", "", ""],
    publishedDate: "2023-03-17T07:07:47",
    pubdate: "2023-03-17 07:07:47",
    priority: "",
    open_group: false,
    close_group: false,
  },
  {
    ...blank,
    url: "https://example.org/t",
    title: "Turbines",
    content: "",
    thumbnail: "//example.org/t.png",
    engine: "mojeek",
    engines: ["mojeek"],
    positions: [3],
    score: 0,
    category: "general",
    template: "default.html",
    parsed_url: null,
    publishedDate: null,
    priority: "low",
  },
  { kvmap: { Height: "4 m" }, template: "key-value.html", engine: "table", url: null, title: "", content: "" },
]

const news = [
  {
    ...blank,
    url: "https://example.com/lowered",
    title: "Turbine lowered",
    content: "It was calm.",
    engine: "bing news",
    engines: ["bing news"],
    positions: [1],
    score: 1,
    category: "news",
    publishedDate: "2024-01-20T08:00:00+01:00",
  },
  {
    ...blank,
    url: "https://example.com/late",
    title: "Another year",
    content: "Not in the dates asked for.",
    engine: "bing news",
    category: "news",
    publishedDate: "2021-01-20T08:00:00",
  },
  {
    ...blank,
    url: "https://shop.example.com/sale",
    title: "From the shop",
    content: "",
    engine: "bing news",
    category: "news",
  },
]
