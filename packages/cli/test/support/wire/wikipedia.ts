/**
 * A wiki with MediaWiki's Action API: `GET /w/api.php`, for clients that identify themselves; an error has an HTTP
 * status of success.
 */
import type { Wire } from "./Wire.ts"

const fixed = {
  action: "query",
  list: "search",
  format: "json",
  formatversion: "2",
  srsearch: "tidal power",
  srprop: "snippet",
  meta: "siteinfo",
  siprop: "general",
}

export const wikipedia: Wire = {
  name: "wikipedia",
  provider: "wikipedia",
  env: (url) => ({ PORTHOLE_WIKIPEDIA_URL: url }),
  answer: ({ headers, method, params, path }) => {
    if (method !== "GET" || path !== "/w/api.php") return { status: 404, body: "<h1>Not Found</h1>" }
    if (!/^Porthole\/\d/.test(headers["user-agent"] ?? "")) return { status: 403, body: "Please set a user-agent." }
    if (params["format"] !== "json" || params["formatversion"] !== "2")
      return { body: "<html>A page on the API.</html>" }
    if (params["action"] !== "query" || params["list"] !== "search") return error("badvalue", "Unrecognized value.")
    if ((params["srsearch"] ?? "") === "") return error("missingparam", 'The "srsearch" parameter must be set.')
    const { srlimit = "10", sroffset = "0" } = params
    if (!(Number(srlimit) >= 1 && Number(srlimit) <= 500)) return error("badinteger", "srlimit")
    if (!/^\d+$/.test(sroffset)) return error("badinteger", "sroffset")
    return {
      body: {
        batchcomplete: true,
        continue: { sroffset: 2, continue: "-||siteinfo" },
        query: {
          ...(params["meta"] === "siteinfo" ? { general } : {}),
          searchinfo: { totalhits: 4_711, suggestion: "tidal tower", suggestionsnippet: "tidal <em>tower</em>" },
          search: [
            {
              ns: 0,
              title: "Tidal power",
              pageid: 31_012,
              snippet:
                '<span class="searchmatch">Tidal</span> <span class="searchmatch">power</span> &amp; &quot;tides&quot;',
            },
            { ns: 0, title: "Is 1 + 1 = 2?", pageid: 7, snippet: "" },
          ],
        },
      },
    }
  },
  hits: [
    { title: "Tidal power", url: "https://wiki.example.com/lexicon/Tidal_power", snippet: 'Tidal power & "tides"' },
    { title: "Is 1 + 1 = 2?", url: "https://wiki.example.com/lexicon/Is_1_%2B_1_%3D_2%3F", snippet: "" },
  ],
  fullHits: [
    { title: "Tidal power", url: "https://wiki.example.com/lexicon/Tidal_power", snippet: 'Tidal power & "tides"' },
    { title: "Is 1 + 1 = 2?", url: "https://wiki.example.com/lexicon/Is_1_%2B_1_%3D_2%3F", snippet: "" },
  ],
  plain: { ...fixed, srlimit: "10" },
  full: { ...fixed, srlimit: "5", sroffset: "5" },
  // An article has no date; at a custom address the language has no effect, either.
  ignored: ["category", "country", "end_date", "language", "safesearch", "start_date"],
}

const error = (code: string, info: string) => ({
  body: { error: { code, info, docref: "See the API." }, servedby: "mw1" },
})

/** It reports the address of its pages without a scheme. */
const general = {
  mainpage: "Main Page",
  base: "https://wiki.example.com/lexicon/Main_Page",
  sitename: "A wiki",
  server: "//wiki.example.com",
  articlepath: "/lexicon/$1",
  scriptpath: "/w",
  lang: "en",
}
