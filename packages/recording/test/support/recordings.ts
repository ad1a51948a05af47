/** Recordings of a small web, made and replayed. */
import { Hop, Network, type Recording as Port, WebUrl } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Context, Effect, Layer, Result, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { make } from "../../src/index.ts"

const hopTo = (url: string, address = "1.1.1.1") =>
  Effect.fromResult(
    Result.flatMap(WebUrl.judge(url, { ports: [80, 443] }), (target) =>
      Result.map(Hop.vet(target, [address]), ([hop]) => hop),
    ),
  )

/** Dials a URL through a recording; the network answers with `body`. */
export const dial = Effect.fnUntraced(function* (recording: Port.RecordingShape, url: string, body = "none") {
  const network = yield* Layer.build(
    Doubles.dialer(() => ({ status: 200, headers: { "content-type": "text/plain" }, body })),
  )
  const dialer = yield* recording.dialer(Effect.succeed(Context.get(network, Network.Dialer)))
  const response = yield* dialer.dial({ hop: yield* hopTo(url), headers: { accept: "text/html" } })
  return yield* Stream.mkString(Stream.decodeText(response.body))
}, Effect.scoped)

export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "warc-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

export const record = (file: string, pages: Readonly<Record<string, string>>) =>
  Effect.scoped(
    Effect.flatMap(make({ file, mode: "record" }), (recording) =>
      Effect.forEach(Object.entries(pages), ([url, body]) => dial(recording, url, body)),
    ),
  )

export const replay = (file: string, url: string) =>
  Effect.scoped(Effect.flatMap(make({ file, mode: "replay" }), (recording) => dial(recording, url)))

/** A record as other makers write it. */
export const foreign = (url: string, http: string, version = "1.0") =>
  `WARC/${version}\r\nWARC-Type: response\r\nWARC-Target-URI: <${url}>\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n` +
  `Content-Type: application/http\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`
