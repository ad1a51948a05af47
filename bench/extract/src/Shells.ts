/**
 * 30 documents of applications as their servers send them, before any script has run: the shells of frameworks and of
 * hand-written pages, with the notices, skeletons and menus that they have. All need their scripts.
 */

interface Shell {
  readonly name: string
  readonly html: string
}

const page = (name: string, head: string, body: string): Shell => ({
  name,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title>${head}</head><body>${body}</body></html>`,
})

const app = '<script type="module" crossorigin src="/assets/index-4f3a.js"></script>'
const late = '<script src="/static/js/main.8d1f.js"></script>'
const notice = "<noscript>You need to enable JavaScript to run this app.</noscript>"
const menu = '<nav><a href="/">Home</a> <a href="/tides">Tides</a> <a href="/about">About us</a></nav>'
const footer = "<footer>© 2026 Harbour. <a href='/imprint'>Imprint</a></footer>"

export const shells: ReadonlyArray<Shell> = [
  page("create-react-app", `<script defer src="/static/js/main.8d1f.js"></script>`, `${notice}<div id="root"></div>`),
  page("vite-react", app, '<div id="root"></div>'),
  page("vite-vue", app, '<div id="app"></div>'),
  page(
    "vue-cli",
    '<script defer src="/js/chunk-vendors.js"></script><script defer src="/js/app.js"></script>',
    "<noscript><strong>We're sorry but harbour doesn't work properly without JavaScript enabled. Please enable it to " +
      'continue.</strong></noscript><div id="app"></div>',
  ),
  page(
    "sveltekit-spa",
    "",
    `<div style="display: contents"><script>import("/_app/start.js").then((a) => a.start())</script></div>`,
  ),
  page("solid", app, '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>'),
  page("preact", app, '<div id="app"><!--app-html--></div>'),
  page("angular", '<base href="/">', `<app-root></app-root><script src="/main.js" type="module"></script>`),
  page(
    "angular-loading",
    '<base href="/">',
    `<app-root>Loading…</app-root><script src="/main.js" type="module"></script>`,
  ),
  page("lit", app, "<harbour-app></harbour-app>"),
  page(
    "next-client",
    "",
    '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/"}' +
      '</script><script src="/_next/static/chunks/main.js" async></script>',
  ),
  page(
    "nuxt-spa",
    "",
    '<div id="__nuxt"></div><div id="teleports"></div><script type="module" src="/_nuxt/entry.js"></script>' +
      "<script>window.__NUXT__={config:{public:{}}}</script>",
  ),
  page("gatsby-404-shell", "", `<div id="___gatsby"><div id="gatsby-focus-wrapper"></div></div>${late}`),
  page(
    "ember",
    '<meta name="harbour/config/environment" content="%7B%7D">',
    `<script src="/assets/vendor.js"></script>${late}`,
  ),
  page("elm", "", '<script src="/elm.js"></script><script>Elm.Main.init({ flags: 6 })</script>'),
  page("flutter", '<base href="/"><script src="flutter_bootstrap.js" async></script>', ""),
  page(
    "blazor",
    "",
    '<div id="app"><svg class="loading-progress"></svg><div class="loading-progress-text"></div></div><div ' +
      'id="blazor-error-ui">An unhandled error has occurred. <a href="." class="reload">Reload</a></div>' +
      '<script src="_framework/blazor.webassembly.js"></script>',
  ),
  page(
    "docsify",
    "",
    `<div id="app">Please wait...</div><script>window.$docsify = { name: "x" }</script><script src="/docsify.js"></script>`,
  ),
  page(
    "swagger-ui",
    '<link rel="stylesheet" href="./swagger-ui.css">',
    '<div id="swagger-ui"></div><script src="./swagger-initializer.js"></script>',
  ),
  page("redoc", "", '<redoc spec-url="/openapi.json"></redoc><script src="/redoc.standalone.js"></script>'),
  page("menu-and-footer", "", `${menu}<main id="content"></main>${footer}${late}`),
  page(
    "skeleton",
    app,
    `${menu}<main><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></main>`,
  ),
  page("spinner", "", `<div class="spinner" role="status"><span>Loading...</span></div>${late}`),
  page("heading-only", "", `${menu}<h1>Tide tables</h1><ul id="rows"></ul>${late}${footer}`),
  page(
    "angularjs",
    "",
    `<div ng-app="harbour"><h1>{{ title }}</h1><p ng-repeat="tide in tides">{{ tide.time }}</p></div>${late}`,
  ),
  page("mustache", "", `<div id="out"></div><script type="text/template" id="t"><p>{{time}}</p></script>${late}`),
  page("jquery-load", "", '<div id="tides"></div><script>$("#tides").load("/tides.html")</script>'),
  page("document-write", "", "<script>document.write(unescape('%3Cp%3EHigh water at six.%3C/p%3E'))</script>"),
  page(
    "import-map",
    '<script type="importmap">{"imports":{"x":"/x.js"}}</script>',
    '<harbour-tides data-port="6"></harbour-tides><script type="module">import "x"</script>',
  ),
  page(
    "cookie-banner",
    app,
    '<div id="root"></div><div class="cookie-consent" role="dialog">We use cookies to improve your experience. ' +
      "<button>Accept all cookies</button><button>Reject</button></div>",
  ),
]
