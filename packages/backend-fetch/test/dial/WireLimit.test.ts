/** Tests floods that an HTTP parser absorbs without any event: each ends soon after it exceeds its limit. clock: real, since sockets are. */
import { assert, describe, it } from "@effect/vitest"
import { fetchImage, Network, Settings, WebBackend, webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Effect, Layer, Stream } from "effect"
import { Socket } from "node:net"
import { PinnedFetch } from "../../src/index.ts"
import * as WireLimit from "../../src/dial/WireLimit.ts"
import * as LocalSites from "../support/LocalSites.ts"

/** The most bytes that the system may buffer before the server notices that the client has closed the connection. */
const inFlight = 8 * 1024 * 1024

const chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
const hints = (size: number) => `HTTP/1.1 103 Early Hints\r\nLink: <${"x".repeat(size)}>\r\n\r\n`

const floods: ReadonlyArray<readonly [name: string, start: string, again: string, bound: "head" | "body"]> = [
  ["an endless status line", "HTTP/1.1 200 ", "OK ", "head"],
  ["small 1xx answers", "", hints(5), "head"],
  ["1xx answers with large heads", "", hints(20_000), "head"],
  ["empty lines before the status", "", "\r\n", "head"],
  ["an endless chunk extension", `${chunked}5;a=`, "b", "body"],
  ["one-byte chunks with extensions of 4 KB", chunked, `1;a=${"b".repeat(4_096)}\r\nx\r\n`, "body"],
  ["a chunk size of endless zeros", chunked, "0".repeat(64), "body"],
]

const settings = { max_body_bytes: 1_048_576, max_image_bytes: 1_048_576 }

/** Sends `start`, then `again` until the connection ends; counts the bytes handed to the system. */
const flood = (socket: Socket, start: string, again: string, sent: { bytes: number }): void => {
  const block = Buffer.from(again.repeat(Math.ceil(32_768 / again.length)))
  const pour = (): void => {
    let isTaken = true
    while (isTaken && !socket.destroyed) {
      isTaken = socket.write(block)
      sent.bytes += block.length
    }
  }
  socket.on("drain", pour)
  socket.write(start)
  pour()
}

describe("a flood outside of a body", () => {
  it.live.each(floods)("ends at its bound: %s", ([, start, again, bound]) =>
    Effect.scoped(
      Effect.gen(function* () {
        const sent = { bytes: 0 }
        const site = yield* LocalSites.raw((socket) => socket.once("data", () => flood(socket, start, again, sent)))
        const error = yield* Effect.flip(
          Effect.flatMap(
            Network.Dialer.use(({ dial }) => dial({ hop: site.hop, headers: {} })),
            ({ body }) => Stream.runDrain(body),
          ),
        )
        assert.deepStrictEqual([error.error, error.reason], ["http_error", "malformed_response"])
        const most = bound === "head" ? WireLimit.maxHeadBytes : WireLimit.maxBytesFor(settings.max_body_bytes)
        assert.isBelow(sent.bytes, most + inFlight)
        yield* LocalSites.closed(site)
      }),
    ).pipe(
      // clock: bounds a hang
      Effect.timeout("5 minutes"),
      Effect.provide(Layer.provideMerge(LocalSites.dialer, Settings.layer(settings))),
    ),
  )

  it.live("leaves a body of the limit's size unchanged, in chunks of one KB", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const chunk = `400\r\n${"x".repeat(1_024)}\r\n`
        const site = yield* LocalSites.raw((socket) =>
          socket.once("data", () => socket.end(`${chunked}${chunk.repeat(1_024)}0\r\n\r\n`)),
        )
        const { body } = yield* Network.Dialer.use(({ dial }) => dial({ hop: site.hop, headers: {} }))
        const size = yield* Stream.runFold(
          body,
          () => 0,
          (sum, { length }) => sum + length,
        )
        assert.strictEqual(size, settings.max_body_bytes)
      }),
    ).pipe(Effect.provide(Layer.provideMerge(LocalSites.dialer, Settings.layer(settings)))),
  )

  it.live("ends for images, and for pages after a redirect, too", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sent = { bytes: 0 }
        const site = yield* LocalSites.raw((socket) =>
          socket.once("data", (head) => {
            if (head.includes("GET /moved ")) socket.end("HTTP/1.1 302 Found\r\nLocation: /flood\r\n\r\n")
            else flood(socket, "", hints(5), sent)
          }),
        )
        const backend = WebBackend.layer({
          search: WebBackend.unavailable,
          extract: PinnedFetch.extract,
          image: PinnedFetch.image,
        }).pipe(
          Layer.provide([
            LocalSites.dialer,
            Doubles.resolver({ "site.test": [site.address] }),
            Doubles.extractor(() => ({ title: "", content: "", links: [], text_length: 0 })),
          ]),
        )
        const image = yield* Effect.flip(fetchImage({ url: "http://site.test/a.png" }).pipe(Effect.provide(backend)))
        const page = yield* Effect.flip(webFetch({ url: "http://site.test/moved" }).pipe(Effect.provide(backend)))
        assert.deepStrictEqual([image.reason, page.reason], ["malformed_response", "malformed_response"])
      }),
      // clock: bounds a hang
    ).pipe(Effect.timeout("5 minutes"), Effect.provide(Settings.layer({ ...settings, robots: false }))),
  )
})

describe("the count of an exchange", () => {
  /** A guarded socket that delivers chunks of these sizes, one for each read. */
  const reading = (sizes: ReadonlyArray<number>, limit = WireLimit.make()) => {
    const destroyed: Array<unknown> = []
    const left = [...sizes]
    const socket = limit.guard<Pick<Socket, "destroy" | "read" | "write">>({
      destroy: (error?: unknown): Socket => {
        destroyed.push(error)
        return new Socket()
      },
      read: () => new Uint8Array(left.shift() ?? 0),
      write: () => true,
    })
    return { destroyed, limit, socket }
  }
  const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
  const { maxHeadBytes } = WireLimit

  it("allows a quarter more than the body, and a head", () =>
    assert.strictEqual(WireLimit.maxBytesFor(1_000), 1_250 + maxHeadBytes))

  it("ends a socket as soon as the parser has read too many bytes, and passes on no more", async () => {
    const { destroyed, socket } = reading([maxHeadBytes, 1, 1])
    assert.lengthOf(socket.read(), maxHeadBytes)
    await turn()
    assert.lengthOf(destroyed, 0)
    assert.lengthOf(socket.read(), 1)
    assert.lengthOf(destroyed, 0)
    await turn()
    assert.lengthOf(destroyed, 1)
    assert.instanceOf(destroyed[0], WireLimit.WireLimitExceeded)
    assert.isNull(socket.read())
  })

  it("checks a read that comes before that turn", () => {
    const { destroyed, socket } = reading([maxHeadBytes + 1, 1])
    socket.read()
    assert.isNull(socket.read())
    assert.lengthOf(destroyed, 1)
  })

  it("starts again with the first write of an exchange, and grows with its answer", async () => {
    const { destroyed, limit, socket } = reading([maxHeadBytes, maxHeadBytes, 1_000, 1])
    socket.read()
    const count = limit.count(maxHeadBytes + 1_000)
    count.begin()
    socket.write("GET / HTTP/1.1")
    socket.read()
    count.answered()
    socket.write("the same exchange")
    socket.read()
    await turn()
    assert.lengthOf(destroyed, 0)
    socket.read()
    await turn()
    assert.lengthOf(destroyed, 1)
  })
})
