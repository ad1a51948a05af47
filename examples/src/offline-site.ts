/**
 * An offline site: a search over three pages, and the pages themselves behind doubles of `Resolver` and `Dialer`. The
 * redirect chain, the policies, the extraction and the tools are the real ones.
 */
import { Effect, Layer } from "effect"
import { WebBackend } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { PinnedFetch } from "@porthole/backend-fetch"
import { DocumentExtractor } from "@porthole/extract"

const host = "tides.porthole.test"

interface Entry {
  readonly title: string
  readonly summary: string
  readonly body: string
}

const pages: Readonly<Record<string, Entry>> = {
  "/how-tides-work": {
    title: "How tides work",
    summary: "Why the sea rises and falls twice a day, and why not everywhere.",
    body: `<p>The moon pulls at the water on the near side of the earth a little harder than at the earth itself, and at the
      earth a little harder than at the water on the far side. So there are two bulges of water, and the earth turns
      under both of them in a day: two high waters, two low ones, each about fifty minutes later than the day before.</p>
      <h2>Springs and neaps</h2>
      <p>At new and full moon the sun pulls along the same line, and the tides are large: <b>springs</b>. At the quarters it
      pulls across, and they are small: <b>neaps</b>. See the <a href="/tide-tables#today">tide tables</a>.</p>
      <table><tr><th>moon</th><th>tide</th><th>range</th></tr><tr><td>new, full</td><td>springs</td><td>5.1 m</td></tr>
      <tr><td>quarters</td><td>neaps</td><td>2.3 m</td></tr></table>
      <h2>By computer</h2>
      <p>A tide is a sum of waves whose periods are known from astronomy:</p>
      <pre><code class="language-js">const height = (t) =&gt; waves.reduce((sum, w) =&gt; sum + w.a * Math.cos(w.speed * t + w.phase), 0)</code></pre>`,
  },
  "/tide-tables": {
    title: "Tide tables",
    summary: "High and low water for the harbour, day by day.",
    body: `<p>High water today at 06:12 and 18:37, low water at 00:20 and 12:44. The heights are above chart datum, and the
      times are for the harbour mouth; the quay is ten minutes later on the flood and a quarter of an hour on the ebb.</p>`,
  },
  "/harbour": {
    title: "The harbour",
    summary: "When the bar can be crossed, and where to wait.",
    body: `<p>The bar dries at low water springs. Boats of two metres draught cross it from three hours before high water
      to three hours after; everybody else asks the harbour master, who answers on channel twelve, and waits outside.</p>`,
  },
}

const html = ({ body, title }: Entry) => `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
  <nav><a href="/">Home</a> <a href="/harbour">Harbour</a></nav>
  <article><h1>${title}</h1>${body}</article><footer>Bundled with Porthole.</footer></body></html>`

const search: WebBackend.Factory<WebBackend.Search> = Effect.succeed((query) => {
  const words = query.query.toLowerCase().split(/\W+/)
  const score = (entry: Entry) =>
    words.filter((word) => `${entry.title} ${entry.body}`.toLowerCase().includes(word)).length
  const rows = Object.entries(pages)
    .toSorted(([, a], [, b]) => score(b) - score(a))
    .map(([path, { summary, title }]) => ({ title, url: `https://${host}${path}`, snippet: summary }))
  return Effect.succeed({ provider: "bundled", rows })
})

const site = Doubles.dialer(({ hop }) => {
  const entry = pages[hop.target.path]
  const headers = { "Content-Type": "text/html; charset=utf-8" }
  return entry === undefined ? { status: 404, headers } : { status: 200, headers, body: html(entry) }
})

/** The whole site as a backend. */
export const offlineSite: Layer.Layer<WebBackend.WebBackend> = WebBackend.layer({
  search,
  extract: PinnedFetch.extract,
}).pipe(Layer.provide([site, Doubles.resolver({ [host]: ["93.184.216.34"] }), DocumentExtractor.layer()]))
