/** Pages as DuckDuckGo sends them, reduced to the relevant parts. */

/** A page whose results list contains this markup. */
export const page = (results: string): string =>
  `<!DOCTYPE html><html><head><title>whales at DuckDuckGo</title></head><body><div id="header_wrapper">` +
  `<form class="header__form" action="/html/" method="post"><input name="q" value="whales"></form></div>` +
  `<div class="zci-wrapper"><div class="zci"><h1 class="zci__heading"><a href="https://box.example/">Box</a></h1>` +
  `<div id="zero_click_abstract">A box. <a href="https://box.example/">More</a></div></div></div>` +
  `<div class="serp__results"><div id="links" class="results">${results}</div></div></body></html>`

/** A link's target in DuckDuckGo's redirect form. */
export const wrapped = (url: string): string =>
  `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0123456789abcdef`

/** One hit. */
export const hitOf = ({
  classes = "result results_links results_links_deep web-result",
  href = wrapped("https://example.com/"),
  snippet = `<a class="result__snippet" href="${href}">Large <b>animals</b> of the sea.</a>`,
  title = "Whale",
}: {
  readonly classes?: string
  readonly href?: string
  readonly snippet?: string
  readonly title?: string
}): string =>
  `<div class="${classes}"><div class="links_main links_deep result__body"><h2 class="result__title">` +
  `<a rel="nofollow" class="result__a" href="${href}">${title}</a></h2><div class="result__extras">` +
  `<a class="result__url" href="${href}">example.com</a></div>${snippet}</div></div>`

/** The hit with this number. */
export const hit = (at: number): string => hitOf({ href: wrapped(`https://example.com/${at}`), title: `Whale ${at}` })

/** The list's content when nothing was found. */
export const none = `<div class="result results_links results_links_deep result--no-result"><div class="no-results">No results.</div></div>`

/** The page that checks whether the client is a person. */
export const challenge =
  `<!DOCTYPE html><html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html" method="POST">` +
  `<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>`
