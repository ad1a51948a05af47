/** DuckDuckGo's page without scripts: `POST /html/`, a form; a client that resembles a program gets a challenge. */
import { field, unknownFields } from "./body.ts"
import type { Wire } from "./Wire.ts"

const known = ["q", "b", "kl", "df", "kp"]

/** Its page for a suspected program, with 200, 202 or 403. */
export const challenge = `<!doctype html><html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html"
  method="POST"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>`

/** Its page without hits. */
export const nothing = `<!doctype html><html><body><div id="links" class="results"><div class="no-results">
  <div class="msg msg--info">No results found for <b>tidal power</b>.</div></div></div></body></html>`

export const duckduckgo: Wire = {
  name: "duckduckgo",
  provider: "duckduckgo",
  env: (url) => ({ PORTHOLE_DUCKDUCKGO_URL: url }),
  answer: ({ body, headers, method, path }) => {
    if (method !== "POST" || path !== "/html/") return { status: 404, body: "Not Found" }
    const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true
    const q = field(body, "q")
    if (!isForm || typeof q !== "string" || q === "" || q.length > 499 || (headers["user-agent"] ?? "") === "") {
      return { status: 202, body: challenge }
    }
    // A page beyond the first requires the token of the page before.
    if (unknownFields(body, known).length > 0 || field(body, "b") !== "") return { status: 403, body: "" }
    return { body: page }
  },
  isRequestedOnce: true,
  hits: [
    {
      title: "Tidal power & more",
      url: "https://example.com/tidal?a=1&b=%2520",
      snippet: "Power from tides, twice a day.",
    },
    { title: "Directly linked", url: "https://sub.example.com/direct", snippet: "" },
  ],
  fullHits: [
    {
      title: "Tidal power & more",
      url: "https://example.com/tidal?a=1&b=%2520",
      snippet: "Power from tides, twice a day.",
    },
    { title: "Directly linked", url: "https://sub.example.com/direct", snippet: "" },
  ],
  plain: { q: "tidal power", b: "" },
  full: { q: "tidal power site:example.com -site:shop.example.com", b: "", kl: "at-de", kp: "1" },
  // Its ranges all end today, and its hits have no dates.
  ignored: ["category", "end_date", "page", "start_date"],
}

const page = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html><head><title>tidal power at DuckDuckGo</title></head>
<body class="body--html"><form id="search_form"><input name="q" value="tidal power"></form>
<div class="zci"><div id="zero_click_abstract">Not a hit: <a href="https://abstract.example/">More</a></div></div>
<div id="links" class="results">
  <div class="result results_links results_links_deep result--ad"><div class="links_main">
    <h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_provider=x&amp;u3=https%3A%2F%2Fad.example">Buy tides</a></h2>
    <a class="result__snippet" href="https://duckduckgo.com/y.js?x">An advertisement.</a></div></div>
  <div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a"
      href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com%2Ftidal%3Fa%3D1%26b%3D%252520&amp;rut=0a1b2c">Tidal power &amp; more</a></h2>
    <div class="result__extras"><a class="result__url" href="//duckduckgo.com/l/?uddg=x">example.com/tidal</a></div>
    <a class="result__snippet" href="//duckduckgo.com/l/?uddg=x"><b>Power</b> from <b>tides</b>, twice a day.</a></div></div>
  <div class="result results_links web-result">
    <h2 class="result__title"><a class="result__a" href="https://sub.example.com/direct">Directly linked</a></h2></div>
  <div class="nav-link"><form action="/html/" method="post"><input type="submit" value="Next">
    <input type="hidden" name="s" value="10"><input type="hidden" name="vqd" value="4-1"></form></div>
</div></body></html>`
