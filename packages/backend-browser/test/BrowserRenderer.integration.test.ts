/** Tests renderings in the browser of this machine. clock: real, since a browser's is. */
import { getPriority } from "node:os"
import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect, Result } from "effect"
import { Deadline, Renderer } from "@porthole/core"
import { BrowserRenderer } from "../src/index.ts"
import { isMissing, niceness, patient, requestOf, type Site } from "./support/browser.ts"

const render = (html: string, site?: Site, seen?: Array<Renderer.PartRequest>) =>
  Effect.gen(function* () {
    const renderer = yield* Renderer.Renderer
    const rendered = yield* renderer.render(requestOf(html, site, seen))
    return { ...rendered, html: Buffer.from(rendered.bytes).toString() }
  })

/** Renders what stands at a deadline: so many seconds, or more on a machine too busy to show anything by then. */
const renderBy = (html: string, seconds: number): ReturnType<typeof render> =>
  Deadline.withNearer(render(html), Duration.seconds(seconds)).pipe(
    Effect.catchIf(
      () => seconds < 100,
      () => renderBy(html, 4 * seconds),
    ),
    Effect.flatMap((rendered) =>
      rendered.html.includes("<p>") || seconds > 100 ? Effect.succeed(rendered) : renderBy(html, 4 * seconds),
    ),
  )

const js = (code: string) => ["text/javascript", code] as const
const json = (value: unknown) => ["application/json", JSON.stringify(value)] as const

/** Such fields and pictures hide the properties of their form and of their document; two of a name are a list. */
const names = (
  "attributes childNodes matches shadowRoot getAttribute hasAttribute localName nodeType nodeValue textContent " +
  "ownerDocument baseURI checkVisibility body documentElement querySelectorAll defaultView adoptedStyleSheets readyState " +
  "createTreeWalker"
).split(" ")
const fields = names.map((name) => `<input name="${name}"><input name="${name}">`).join("")
const pictures = names.map((name) => `<img name="${name}">`).join("")

/** Pages that are empty until their scripts have run, and texts that they show then. */
const apps: ReadonlyArray<readonly [name: string, html: string, site: Site, texts: ReadonlyArray<string>]> = [
  [
    "a classic script",
    "<div id=a></div><script src=/a.js></script>",
    { "/a.js": js("document.getElementById('a').textContent = 'Written by a script'") },
    ["Written by a script"],
  ],
  [
    "modules that load data and a lazy part",
    "<main></main><script type=module src=/m.js></script>",
    {
      "/m.js": js(
        "import { show } from './n.js'; show((await (await fetch('/d.json')).json()).text); (await import('./lazy.js')).more()",
      ),
      "/n.js": js("export const show = (text) => document.querySelector('main').append(text)"),
      "/lazy.js": js("import { show } from './n.js'; export const more = () => show(' and a lazy part')"),
      "/d.json": json({ text: "Data of a module" }),
    },
    ["Data of a module and a lazy part"],
  ],
  [
    "late data",
    // clock: the page's own script
    "<p></p><script>setTimeout(async () => { const r = await fetch('/d'); document.querySelector('p').append(await r.text()) }, 2500)</script>",
    { "/d": ["text/plain", "Came late"] },
    ["Came late"],
  ],
  [
    "a chain of data",
    // clock: the page's own script
    "<p></p><script>const next = async (n) => { if (n > 8) return; const r = await fetch('/d' + n); document.querySelector('p').append(await r.text()); setTimeout(next, 300, n + 1) }; next(1)</script>",
    Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`/d${at + 1}`, ["text/plain", `link ${at + 1};`] as const]),
    ),
    ["link 1;link 2;link 3;link 4;link 5;link 6;link 7;link 8;"],
  ],
  [
    "what shows on scrolling",
    "<div style='height:9000px'></div><p id=end></p><script>new IntersectionObserver(([e]) => { if (e.isIntersecting) document.getElementById('end').textContent = 'Seen at the end' }).observe(document.getElementById('end'))</script>",
    {},
    ["Seen at the end"],
  ],
  [
    "shadow trees, open and closed, one in the other",
    "<x-a></x-a><x-b></x-b><script>customElements.define('x-a', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p>In the open</p><x-b></x-b>' } });customElements.define('x-b', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<p>Behind a closed root</p>' } })</script>",
    {},
    [
      '<template shadowrootmode="open"><p>In the open</p>',
      '<template shadowrootmode="open"><p>Behind a closed root</p>',
    ],
  ],
  [
    "frames of the same origin",
    "<iframe src=/f></iframe><iframe srcdoc='<p>Written in the page</p>'></iframe><iframe src=https://ads.test/></iframe>",
    {
      "/f": ["text/html", "<p id=x></p><script>x.textContent = 'Inside of a frame'</script>"],
      "https://ads.test/": ["text/html", "<p>Buy now</p>"],
    },
    ["&lt;p id=&quot;x&quot;&gt;Inside of a frame&lt;/p&gt;", "Written in the page"],
  ],
  [
    "frames of the same site, and frames in frames",
    "<iframe src=https://docs.site.test/f></iframe><iframe src=/g></iframe>",
    {
      "https://docs.site.test/f": [
        "text/html",
        "<p id=x></p><script>fetch('/d').then((r) => r.text()).then((t) => x.append(t))</script><iframe srcdoc='<p>Below it</p>'></iframe>",
      ],
      "https://docs.site.test/d": ["text/plain", "Of the same site"],
      "/g": [
        "text/html",
        "<style>.no { display: none }</style><iframe class=a src=/h></iframe><iframe width=1 src=/h></iframe>",
      ],
      "/h": ["text/html", "<title>Buy now</title><style>.in { color: red }</style><p>In a frame's frame</p>"],
    },
    [
      "Of the same site&lt;/p&gt;",
      "&lt;template shadowrootmode=&quot;open&quot;&gt;&lt;p&gt;Below it&lt;/p&gt;",
      "&lt;template shadowrootmode=&quot;open&quot;&gt;&lt;style&gt;.in { color: red }&lt;/style&gt;&lt;p&gt;In a frame's frame&lt;/p&gt;&lt;/template&gt;&lt;/div&gt;&lt;/body&gt;",
    ],
  ],
  [
    "addresses of frames, by the frame's own",
    "<iframe src=https://docs.site.test/d/f></iframe><a href=/own>own</a>",
    {
      "https://docs.site.test/d/f": [
        "text/html",
        "<a href=/login>In</a> <a href='#a'>a</a><iframe srcdoc='<a href=b>b</a>'></iframe>",
      ],
    },
    [
      '<a href="/own">own</a>',
      "&lt;a href=&quot;https://docs.site.test/login&quot;&gt;In",
      "&lt;a href=&quot;#a&quot;&gt;",
      "&lt;a href=&quot;https://docs.site.test/d/b&quot;&gt;b",
    ],
  ],
  [
    "forms and pictures that are named like properties",
    `<form id=f>${fields}</form>${pictures}<iframe srcdoc="${pictures.replaceAll('"', "'")}<p>Framed</p>"></iframe><script>f.append('Written in the form')</script>`,
    {},
    ["Written in the form</form>", 'name="getAttribute"', "&lt;p&gt;Framed&lt;/p&gt;"],
  ],
  [
    "no frame that nobody sees",
    "<style>.x { display: none }</style><p>Seen</p><iframe class=x src=/f></iframe><iframe style='opacity:0' src=/f></iframe><iframe src=/g></iframe><iframe src=https://docs.site.test/g></iframe><iframe src=/i></iframe>",
    {
      "/f": ["text/html", "<p>Buy now</p>"],
      "/g": ["text/html", "<style>html { display: none }</style><p>Buy now</p>"],
      "https://docs.site.test/g": ["text/html", "<body hidden><p>Buy now</p>"],
      "/i": ["text/html", "<style>iframe { visibility: hidden }</style><iframe src=/f></iframe>"],
    },
    ["<p>Seen</p>"],
  ],
  [
    "the beginning of a long frame",
    "<p></p><iframe src=https://docs.site.test/f></iframe><iframe src=/f></iframe>",
    {
      "https://docs.site.test/f": [
        "text/html",
        "<p>First</p><script>for (let i = 0; i < 3000; i++) document.body.append(document.createElement('p'), '漢字'.repeat(50))</script><p>!</p>",
      ],
      "/f": [
        "text/html",
        "<p>Second</p><script>for (let i = 0; i < 300; i++) document.body.append('\"'.repeat(1000))</script>",
      ],
    },
    ["&lt;p&gt;First&lt;/p&gt;", "&lt;p&gt;Second&lt;/p&gt;"],
  ],
  [
    "work of idle moments",
    // clock: the page's own script
    "<p></p><script>let n = 0; const step = () => { document.querySelector('p').append('step ' + ++n + ' of a long work;'); if (n < 6) setTimeout(() => requestIdleCallback(step), 400) }; step()</script>",
    {},
    ["step 6 of a long work;"],
  ],
  [
    "a list that loads more while its end is seen",
    "<main></main><div id=end style='height:1px'></div><script>let n = 0; const o = new IntersectionObserver(async ([e]) => { if (!e.isIntersecting) return; o.disconnect(); const r = await fetch('/d'); const d = document.createElement('div'); d.style.height = '900px'; d.append(++n, await r.text()); document.querySelector('main').append(d); if (n < 9) o.observe(end) }); o.observe(end)</script>",
    { "/d": ["text/plain", " and more of the list"] },
    ["1 and more of the list", "9 and more of the list"],
  ],
  [
    "a list that keeps in the document what is in sight",
    "<div id=l style='height:9000px;position:relative'></div><script>const draw = () => { l.replaceChildren(); for (let i = Math.max(0, scrollY / 100 | 0); i < (scrollY + innerHeight) / 100 && i < 90; i++) { const p = document.createElement('p'); p.style = 'position:absolute;top:' + i * 100 + 'px'; p.append('Row ' + i + ' of many'); l.append(p) } }; addEventListener('scroll', draw); addEventListener('resize', draw); draw()</script>",
    {},
    ["Row 0 of many", "Row 45 of many", "Row 89 of many"],
  ],
  [
    "a worker that takes its time",
    "<p></p><script>const w = new Worker('/w.js'); w.onmessage = (m) => document.querySelector('p').append(m.data)</script>",
    {
      "/w.js": js(
        // clock: the page's own script
        "(async () => { for (let i = 1; i < 6; i++) { await new Promise((d) => setTimeout(d, 250)); postMessage('message ' + i + ' of a worker;') } })()",
      ),
    },
    ["message 1 of a worker;message 2 of a worker;message 3 of a worker;message 4 of a worker;message 5 of a worker;"],
  ],
  [
    "a state that flickers",
    // clock: the page's own script
    "<p id=a></p><script>setInterval(() => a.textContent = a.textContent === 'ebb' ? 'flood' : 'ebb', 70); setTimeout(() => document.body.append('After some time'), 1200)</script>",
    {},
    ["After some time"],
  ],
  [
    "an animation and a clock that never rest",
    // clock: the page's own script
    "<p id=a></p><b id=t></b><script>const f = () => { a.style.left = Math.random() + 'px'; t.textContent = String(1e13 + performance.now() | 0).slice(-1); requestAnimationFrame(f) }; f(); setTimeout(() => document.body.append('After the first frames'), 900)</script>",
    {},
    ["After the first frames"],
  ],
  [
    "the text of style sheets",
    "<link rel=stylesheet href=https://cdn.test/s.css><p class=no>Hidden</p><style id=e></style><script>e.sheet.insertRule('.empty { color: red }'); const s = new CSSStyleSheet(); s.replaceSync('.adopted { color: red }'); document.adoptedStyleSheets = [s]</script>",
    { "https://cdn.test/s.css": ["text/css", ".no { display: none }"] },
    [".no { display: none }", ".empty { color: red; }", ".adopted { color: red; }"],
  ],
  [
    "a worker's answer",
    "<p></p><script>const w = new Worker('/w.js'); w.onmessage = (m) => document.querySelector('p').append(m.data); w.postMessage(20)</script>",
    {
      "/w.js": js("onmessage = async (m) => postMessage('Counted to ' + m.data + await (await fetch('/unit')).text())"),
      "/unit": ["text/plain", " knots"],
    },
    ["Counted to 20 knots"],
  ],
  [
    "no permission",
    "<p></p><script>for (const name of ['geolocation', 'notifications', 'clipboard-read']) navigator.permissions.query({ name }).then((s) => document.querySelector('p').append(name + ' is ' + s.state + ';'))</script>",
    {},
    ["geolocation is denied;", "notifications is denied;", "clipboard-read is denied;"],
  ],
  [
    "a redirect of data",
    "<p></p><script>fetch('/old').then((r) => r.text()).then((t) => document.querySelector('p').append(t))</script>",
    { "/old": ["redirect /new", ""], "/new": ["text/plain", "Moved, and found"] },
    ["Moved, and found"],
  ],
  [
    "a page that loads itself again",
    "<script>location.replace('/second')</script>",
    { "/second": ["text/html", "<p>The second document</p>"] },
    ["The second document"],
  ],
]

describe.skipIf(await isMissing())("a browser", { concurrent: true }, () => {
  // clock: real, since the browser is
  layer(patient, { excludeTestServices: true })("renders", (it) => {
    for (const [name, html, site, texts] of apps)
      it.effect(name, () =>
        Effect.gen(function* () {
          const rendered = yield* render(html, site)
          for (const text of texts) assert.include(rendered.html, text)
          assert.notMatch(rendered.html, /<script|onclick|Buy now/)
          assert.isFalse(rendered.isPartial)
        }),
      )

    it.effect("in processes that give way to this program", () =>
      Effect.gen(function* () {
        yield* render("<p>Text</p>")
        assert.deepStrictEqual([...niceness()], [Math.min(getPriority() + 10, 19)])
      }),
    )

    it.effect("without scripts, handlers and frames of others, and says what was asked", () =>
      Effect.gen(function* () {
        const seen: Array<Renderer.PartRequest> = []
        const html = `<p onclick="a()">Text &amp; more</p><noscript>Turn it on</noscript><template>inert</template>
<img src=/i.png><script type="application/ld+json">{"a":1}</script><script>fetch('/post', { method: 'POST' }).catch(() => {});
fetch('/x', { headers: { authorization: 'secret', accept: 'secret/x' } }).catch(() => {}); new WebSocket('wss://site.test/')</script>`
        const rendered = yield* render(html, {}, seen)
        assert.include(rendered.html, "<p>Text &amp; more</p>")
        assert.include(rendered.html, '<script type="application/ld+json">{"a":1}</script>')
        assert.notMatch(rendered.html, /onclick|noscript|inert|WebSocket/)
        assert.deepStrictEqual(rendered.requested, [
          { url: "https://site.test/post", method: "POST", outcome: "refused" },
          { url: "https://site.test/x", method: "GET", outcome: "failed" },
        ])
        assert.notInclude(JSON.stringify(seen), "secret")
        assert.isAtLeast(rendered.refusedByWall, 1)
        assert.strictEqual(rendered.url, "https://site.test/")
      }),
    )

    it.effect("the URL that a script writes, of the document's own origin alone", () =>
      Effect.gen(function* () {
        assert.strictEqual(
          (yield* render("<script>history.pushState({}, '', '/a?b')</script>")).url,
          "https://site.test/a?b",
        )
        const long = yield* render("<script>history.pushState({}, '', '/' + 'a'.repeat(9000))</script>")
        assert.strictEqual(long.url, "https://site.test/")
        const left = yield* render("<p>Stays</p><script>location.href = 'https://other.test/'</script>")
        assert.strictEqual(left.url, "https://site.test/")
        assert.include(left.html, "Stays")
      }),
    )

    it.effect("each document with cookies of its own", () =>
      Effect.gen(function* () {
        const page =
          "<p></p><script>document.querySelector('p').append('[' + document.cookie + ']'); document.cookie = 'a=1'; fetch('/d')</script>"
        const seen: Array<Renderer.PartRequest> = []
        assert.include((yield* render(page, {}, seen)).html, "[]")
        assert.include((yield* render(page, {}, seen)).html, "[]")
        assert.deepStrictEqual(
          seen.map(({ headers }) => headers["cookie"]),
          ["a=1", "a=1"],
        )
      }),
    )

    it.effect("what stands at the call's deadline, and says so", () =>
      Effect.gen(function* () {
        // clock: the page's own script
        const html = "<p>First</p><script>setInterval(() => document.body.append('more'), 100)</script>"
        const rendered = yield* renderBy(html, 3)
        assert.include(rendered.html, "First")
        assert.isTrue(rendered.isPartial)
      }),
    )

    it.effect("nothing of a refused answer to scripts: private and missing fail alike", () =>
      Effect.gen(function* () {
        const html = `<p></p><script>(async () => { const got = []
for (const url of ['http://10.9.0.5/', 'https://nowhere.test/', 'http://[::1]/', '/missing', '/to-private'])
  got.push(await fetch(url).then((r) => r.status, (e) => e.name + e.message))
document.querySelector('p').append(JSON.stringify(got)) })()</script>`
        const { html: got } = yield* render(html, { "/to-private": ["redirect http://10.9.0.5/", ""] })
        // An https page may not ask http at all: that is the browser's own rule, and a public host fails like a private one.
        const [, text = "[]"] = /<p>(.*?)<\/p>/.exec(got) ?? []
        const results: ReadonlyArray<string> = JSON.parse(text.replaceAll("&quot;", '"'))
        assert.lengthOf(results, 5)
        assert.deepStrictEqual(Array.from(new Set(results)), ["TypeErrorFailed to fetch"])
      }),
    )
  })

  // clock: real, since processes are
  layer(BrowserRenderer.layer({ path: "/nonexistent/chromium" }), { excludeTestServices: true })(
    "that isn't there",
    (it) => {
      it.effect("is told, with what to install", () =>
        Effect.gen(function* () {
          const renderer = yield* Renderer.Renderer
          const state = yield* renderer.state
          assert.include(state.isReady ? "" : state.missing, "chromium-headless-shell")
          const got = yield* Effect.result(render("<p>"))
          assert.strictEqual(Result.isFailure(got) && got.failure.error, "extraction_failed")
        }),
      )
    },
  )
})
