/**
 * Tests every end of a fetch over real sockets: none leaves a connection to the site. The composition outlives each
 * fetch, so that no socket is closed merely because its pool was.
 * clock: real, since sockets are.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Extractor, Settings, WebBackend, WebError, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Fiber, Layer, type Scope } from "effect"
import type http from "node:http"
import { gzipSync } from "node:zlib"
import { PinnedFetch } from "../../src/index.ts"
import * as LocalSites from "../support/LocalSites.ts"

const fetching = <A, E>(
  site: Effect.Effect<LocalSites.Site, never, Scope.Scope>,
  run: (site: LocalSites.Site) => Effect.Effect<A, E, WebBackend.WebBackend>,
  settings: Settings.SettingsInput = {},
  reader: Layer.Layer<Extractor.Extractor> = extractor,
) =>
  Effect.scoped(
    Effect.flatMap(site, (site) =>
      run(site).pipe(
        Effect.provide(
          WebBackend.layer({ search: WebBackend.unavailable, extract: PinnedFetch.extract }).pipe(
            Layer.provide([LocalSites.dialer, Doubles.resolver({ "site.test": [site.address] }), reader]),
            Layer.provideMerge(Settings.layer({ robots: false, ...settings })),
          ),
        ),
      ),
    ),
  )

const extractor = Doubles.extractor(() => WebError.make({ error: "extraction_failed" }))

/** A response that never ends. */
const endless =
  (status: number, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers)
    // clock: the site's own pace
    const timer = setInterval(() => response.write("<p>drip"), 5)
    response.on("close", () => clearInterval(timer))
  }

const flood: http.RequestListener = (_request, response) => {
  response.writeHead(200, html)
  const push = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, "x"))) continue
    response.once("drain", push)
  }
  push()
}

const html = { "content-type": "text/html" }

describe("a site", () => {
  const reader = Doubles.extractor(({ bytes }) => {
    const content = new TextDecoder().decode(bytes)
    const obstacle = content.includes("captcha") ? { obstacle: "challenge" as const } : {}
    return { title: "", content, links: [], text_length: content.length, ...obstacle }
  })
  const from = <A, E>(listener: http.RequestListener, run: Effect.Effect<A, E, WebBackend.WebBackend>) =>
    fetching(LocalSites.web(listener), () => run, {}, reader)

  it.live("that refreshes by a header is followed, and one without text in its Markdown is read as HTML", () =>
    from(
      ({ headers, url }, response) => {
        if (url === "/") response.writeHead(200, { ...html, refresh: "0; url=/real" }).end()
        else if (headers.accept?.includes("markdown"))
          response.writeHead(200, { "content-type": "text/markdown" }).end()
        else response.writeHead(200, html).end("<p>real")
      },
      Effect.gen(function* () {
        const read = yield* webFetch({ url: "http://site.test/" })
        assert.deepStrictEqual([read.url, read.content_md], ["http://site.test/real", "<p>real"])
      }),
    ),
  )

  it.live("that refuses with a wall is named, and a missing URL without its punctuation", () =>
    from(
      ({ url }, response) => {
        if (url === "/wall") response.writeHead(403, { ...html, "content-encoding": "gzip" }).end(gzipSync("a captcha"))
        else response.writeHead(404, html).end("a captcha")
      },
      Effect.gen(function* () {
        const wall = yield* Effect.flip(webFetch({ url: "http://site.test/wall" }))
        assert.deepInclude(wall.wire, { error: "http_error", reason: "challenge", status_code: 403 })
        const missing = yield* Effect.flip(webFetch({ url: "http://site.test/a)." }))
        assert.isUndefined(missing.reason)
        assert.include(missing.message, " http://site.test/a ")
      }),
    ),
  )
})

describe("no connection stays open", () => {
  it.live.each([
    ["an unsupported type", endless(200, { "content-type": "image/png" }), "unsupported_content_type"],
    ["a Content-Length over the cap", endless(200, { ...html, "content-length": "99999999" }), "response_too_large"],
    ["a body over the cap", flood, "response_too_large"],
    ["a 404", endless(404, html), "http_error"],
    ["a refusal whose document may be a wall", endless(403, html), "http_error"],
    ["a wall by its header fields", endless(403, { ...html, "cf-mitigated": "challenge" }), "http_error"],
    ["an unknown Content-Encoding", endless(200, { ...html, "content-encoding": "lzma" }), "http_error"],
    ["garbage that says it is gzip", endless(200, { ...html, "content-encoding": "gzip" }), "http_error"],
    ["a redirect to a private place", endless(302, { location: "http://10.0.0.1/" }), "blocked_url"],
    ["a redirect to nowhere", endless(302), "http_error"],
    ["a loop of redirects", endless(302, { location: "/" }), "http_error"],
  ] as const)("after %s", ([, listener, expected]) =>
    fetching(LocalSites.web(listener), (site) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(webFetch({ url: "http://site.test/" }))
        assert.strictEqual(error.error, expected)
        yield* LocalSites.closed(site)
      }),
    ),
  )

  it.live.each([
    ["a body", endless(200, html)],
    ["a body that is decoded", endless(200, { ...html, "content-encoding": "br" })],
    ["a head", () => {}],
  ] as const)("when the deadline passes while %s is waited for", ([, listener]) =>
    fetching(
      LocalSites.web(listener),
      (site) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(webFetch({ url: "http://site.test/" }))
          assert.oneOf(error.error, ["timeout", "http_error"])
          yield* LocalSites.closed(site)
        }),
      { fetch_timeout: "1 s" },
    ),
  )

  it.live.each([
    ["a body", "http:", LocalSites.web(endless(200, html))],
    ["a head", "http:", LocalSites.web(() => {})],
    ["a TLS handshake", "https:", LocalSites.raw((socket) => socket.resume())],
  ] as const)("when the caller leaves during %s", ([, scheme, site]) =>
    fetching(site, (site) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(webFetch({ url: `${scheme}//site.test/` }))
        yield* LocalSites.until(() => site.sockets() === 1)
        // clock: the caller leaves at any moment
        yield* Effect.sleep(50)
        yield* Fiber.interrupt(fiber)
        yield* LocalSites.closed(site)
      }),
    ),
  )
})
