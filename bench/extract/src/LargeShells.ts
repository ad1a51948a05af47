/**
 * Shells of applications with much around the place that scripts fill: menus, notices, skeletons, data and styles. Their
 * content comes with their scripts, however much their markup holds; none of these texts is what a reader came for.
 */

const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join("")

const page = (name: string, head: string, body: string) => ({
  name,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Quayside</title>${head}</head><body>${body}</body></html>`,
})

const harbours = "Aberdeen Bergen Calais Dover Esbjerg Falmouth Gdansk Hamburg Invergordon Jersey Kiel Larne".split(" ")
const nameOf = (at: number): string => `${harbours[at % harbours.length]} ${Math.floor(at / harbours.length) + 1}`

const menu = `<header><a href="/">Quayside</a><nav><ul>${many(
  60,
  (at) => `<li><a href="/h/${at}">Moorings and berths in ${nameOf(at)}</a></li>`,
)}</ul></nav></header>`
const footer = `<footer><div>${many(24, (at) => `<a href="/p/${at}">Policies for visitors of ${nameOf(at)}</a> `)}</div><p>© 2026 Quayside Holding AG. Quayside and the anchor are registered trade marks of Quayside Holding AG and its subsidiaries. Prices include VAT where that applies.</p></footer>`
const script = '<script type="module" src="/assets/app-77aa.js"></script>'
const sprite = `<svg style="display:none" xmlns="http://www.w3.org/2000/svg">${many(
  60,
  (at) =>
    `<symbol id="i${at}" viewBox="0 0 24 24"><title>Icon of ${nameOf(at)}</title><desc>A small drawing of the harbour</desc><path d="M${at} 0h24v24H0z"/></symbol>`,
)}</svg>`
const bones = many(40, (at) => `<div class="bone" style="width:${40 + (at % 5) * 10}%"><span></span></div>`)

export const largeShells = [
  page(
    "next-skeleton",
    `<style>${many(300, (at) => `.c${at}{margin:${at}px}`)}</style><script src="/_next/static/chunks/main.js" defer></script>`,
    `<div id="__next">${menu}<main><h1>Berths</h1>${bones}</main>${footer}</div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { labels: harbours.map((name) => `Label of ${name} `.repeat(20)) } })}</script>`,
  ),
  page(
    "mega-menu",
    script,
    `${menu}<main><h1>Tonight's berths</h1><ul id="rows" aria-busy="true"></ul></main>${footer}`,
  ),
  page("svg-sprite", script, `${sprite}<div class="page"><main><h1>Chart</h1><div class="map"></div></main></div>`),
  page(
    "select-of-ports",
    script,
    `<main><h1>Find a ferry</h1><form><label>From <select>${many(150, (at) => `<option value="${at}">${nameOf(at)}</option>`)}</select></label><button>Search</button></form><section class="results"></section></main>`,
  ),
  page(
    "hidden-dialogs",
    script,
    `<main><h1>My boat</h1><div class="panel"></div></main>${many(6, (at) => `<div class="modal" hidden><h2>Share mooring ${at}</h2><p>Send this mooring to your crew. They will see its position, its price and the time of your arrival, but neither your account nor your card.</p><button>Send</button></div>`)}`,
  ),
  page(
    "json-in-a-hidden-element",
    script,
    `<main><h1>Fleet</h1><div class="grid"></div></main><div id="state" style="display:none">${JSON.stringify(harbours.map((name, at) => ({ id: at, slug: name.toLowerCase(), flags: [1, 0, 1], theme: "deep-sea", endpoint: `/api/v3/fleet/${at}` }))).replaceAll('"', "&quot;")}</div>`,
  ),
  page(
    "noscript-message",
    script,
    `<noscript><p>${"Quayside needs JavaScript to show its charts, berths and prices. ".repeat(8)}</p></noscript><main><h1>Quayside</h1><div class="view"></div></main>`,
  ),
  page(
    "cookie-banner-in-full",
    script,
    `<div id="root"></div><div class="cookie-consent" role="dialog"><h2>We value your privacy</h2>${many(12, (at) => `<p>With your consent, we and our ${at + 3} partners use cookies and similar identifiers to measure what visitors of ${nameOf(at)} do.</p>`)}<button>Accept all</button><button>Reject all</button></div>`,
  ),
  page(
    "client-templates",
    "",
    `${menu}<div ng-app="quay"><h1>{{ heading }}</h1>${many(20, (at) => `<div ng-if="kind === ${at}"><span>{{ berth.name${at} | uppercase }}</span> <b>{{ berth.price${at} | currency : berth.unit }}</b> <i>{{ berth.depth${at} }} / {{ berth.length${at} }}</i></div>`)}</div><script src="/angular.js"></script>`,
  ),
  page(
    "webmail",
    `<style>${"body{margin:0}".repeat(400)}</style>`,
    `<div class="app"><header>${many(30, (at) => `<button aria-label="Action ${at}">Move to ${nameOf(at)}</button>`)}</header><aside><ul>${many(30, (at) => `<li><a href="#f${at}">Folder of ${nameOf(at)}</a></li>`)}</ul></aside><main><table role="grid"><tbody></tbody></table></main></div><script src="/mail.js"></script>`,
  ),
  page(
    "settings-page",
    script,
    `${menu}<main><h1>Prices of berths</h1><div class="tabs"><button>Day</button><button>Week</button><button>Season</button></div><div class="placeholder"></div></main><aside><h2>Help</h2><ul>${many(12, (at) => `<li><a href="/help/${at}">How do I pay for a berth in ${nameOf(at)}?</a></li>`)}</ul></aside>${footer}`,
  ),
  page(
    "loading-bar-and-legal-footer",
    script,
    `<div class="bar"><span>Loading…</span></div><main class="stage"></main><footer>${many(10, (at) => `<p>${at + 1}. Berths are let by the harbour of ${nameOf(at)} alone. Quayside is an agent and owes no berth. Claims lapse after a year unless the law of the harbour says otherwise.</p>`)}</footer>`,
  ),
]
