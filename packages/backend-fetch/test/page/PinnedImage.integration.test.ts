/** Tests images over real sockets: complete if all goes well, and no connection left if it doesn't. clock: real, since sockets are. */
import { assert, describe, it } from "@effect/vitest"
import { fetchImage, WebBackend } from "@porthole/core"
import { Doubles, SampleImages } from "@porthole/testing"
import { Effect, Fiber, Layer } from "effect"
import type http from "node:http"
import { gzipSync } from "node:zlib"
import { PinnedFetch } from "../../src/index.ts"
import * as LocalSites from "../support/LocalSites.ts"

const url = "http://site.test/"

const fetching = <A, E>(
  listener: http.RequestListener,
  run: (site: LocalSites.Site) => Effect.Effect<A, E, WebBackend.WebBackend>,
) =>
  Effect.scoped(
    Effect.flatMap(LocalSites.web(listener), (site) =>
      run(site).pipe(
        Effect.provide(
          WebBackend.layer({
            search: WebBackend.unavailable,
            extract: WebBackend.unavailable,
            image: PinnedFetch.image,
          }).pipe(Layer.provide([LocalSites.dialer, Doubles.resolver({ "site.test": [site.address] })])),
        ),
      ),
    ),
  )

const png = { "content-type": "image/png" }

/** A PNG that never ends. */
const flood =
  (status: number, headers: http.OutgoingHttpHeaders = {}): http.RequestListener =>
  (_request, response) => {
    response.writeHead(status, { ...png, ...headers })
    response.write(SampleImages.files["image/png"])
    const push = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue
      response.once("drain", push)
    }
    push()
  }

describe("over real sockets", () => {
  it.live.each(Object.entries(SampleImages.files))("%s arrives complete, in pieces and in gzip", ([type, file]) =>
    fetching(
      (request, response) => {
        const isPacked = request.url === "/packed"
        response.writeHead(200, { "content-type": type, ...(isPacked ? { "content-encoding": "gzip" } : {}) })
        const body = isPacked ? gzipSync(file) : file
        response.write(body.subarray(0, 5))
        setImmediate(() => response.end(body.subarray(5)))
      },
      () =>
        Effect.gen(function* () {
          for (const target of [url, `${url}packed`]) {
            const image = yield* fetchImage({ url: target })
            assert.deepStrictEqual([image.url, image.media_type], [target, type])
            assert.deepStrictEqual(Uint8Array.from(image.bytes), file)
          }
        }),
    ),
  )

  it.live.each([
    ["an image without an end", flood(200), "response_too_large"],
    ["a Content-Length over the cap", flood(200, { "content-length": "99999999" }), "response_too_large"],
    ["a redirect whose body has no end", flood(302, { location: "/b.png" }), "blocked_url"],
    ["a redirect to a private place", flood(307, { location: "http://10.0.0.1/" }), "blocked_url"],
    ["a page without an end", flood(200, { "content-type": "text/html" }), "unsupported_content_type"],
    ["a 404 without an end", flood(404), "http_error"],
  ] as const)("no connection stays open after %s", ([, listener, expected]) =>
    fetching(listener, (site) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(fetchImage({ url }))).error, expected)
        assert.strictEqual(site.seen().length, 1)
        yield* LocalSites.closed(site)
      }),
    ),
  )

  it.live("no connection stays open when the caller leaves", () =>
    fetching(
      (_request, response) => response.writeHead(200, png).write(SampleImages.files["image/png"]),
      (site) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(fetchImage({ url }))
          yield* LocalSites.until(() => site.sockets() === 1)
          // clock: the caller leaves at any moment
          yield* Effect.sleep(50)
          yield* Fiber.interrupt(fiber)
          yield* LocalSites.closed(site)
        }),
    ),
  )
})
