/** Files as other programs write them, by their known forms, and files that lie. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { Effect } from "effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { WARCRecord, WARCSerializer } from "warcio"
import { gzipSync } from "node:zlib"
import { clean } from "../src/Endpoint.ts"
import { make, read } from "../src/index.ts"
import { dial, folder, replay } from "./support/recordings.ts"

type Fields = Readonly<Record<string, string>>

/** A record; its length is that of its block unless a field says otherwise. */
const recordOf = (version: string, fields: Fields, block = ""): string =>
  `${[`WARC/${version}`, ...Object.entries({ "Content-Length": String(block.length), ...fields }).map((each) => each.join(": "))].join("\r\n")}\r\n\r\n${block}\r\n\r\n`

const hex = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`
const http = (...lines: ReadonlyArray<string>): string => `${lines.join("\r\n")}\r\n\r\n`

const response = (url: string, block: string, more: Fields = {}): Fields => ({
  "WARC-Type": "response",
  "WARC-Record-ID": `<urn:uuid:${url.length}-${block.length}>`,
  "WARC-Date": "2024-05-01T10:00:00Z",
  "WARC-Target-URI": url,
  "Content-Type": "application/http; msgtype=response",
  ...more,
})

const revisit = (url: string, profile: string, more: Fields): Fields => ({
  "WARC-Type": "revisit",
  "WARC-Record-ID": `<urn:uuid:revisit-${url.length}>`,
  "WARC-Date": "2024-05-02T10:00:00Z",
  "WARC-Target-URI": url,
  "WARC-Profile": profile,
  "Content-Type": "application/http; msgtype=response",
  ...more,
})

const [one, two] = ["http://a.example/", "http://a.example/two"]
const head = http("HTTP/1.1 200 OK", "Content-Type: text/plain")
const page = `${head}high water`

const packed = (...records: ReadonlyArray<string>): Uint8Array =>
  Buffer.concat(records.map((each) => gzipSync(Buffer.from(each, "latin1"))))

const browsertrix = packed(
  recordOf(
    "1.1",
    { "WARC-Type": "warcinfo", "WARC-Filename": "rec.warc.gz" },
    "software: Browsertrix-Crawler 1.5.0\r\n",
  ),
  recordOf(
    "1.1",
    response(one, page, { "WARC-Payload-Digest": hex("high water"), "WARC-Resource-Type": "document" }),
    page,
  ),
  recordOf("1.1", { "WARC-Type": "resource", "WARC-Target-URI": "urn:pageinfo:http://a.example/" }, "{}"),
  recordOf(
    "1.1",
    revisit(two, "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest", {
      "WARC-Refers-To-Target-URI": one,
      "WARC-Refers-To-Date": "2024-05-01T10:00:00Z",
      "WARC-Payload-Digest": hex("high water"),
    }),
    head,
  ),
)

const heritrix = [
  recordOf("1.0", { "WARC-Type": "warcinfo" }, "software: Heritrix/3.4.0\r\n"),
  recordOf("1.0", { ...response("dns:a.example", ""), "Content-Type": "text/dns" }, "a.example. 300 IN A 192.0.2.7\n"),
  recordOf("1.0", response(one, page, { "WARC-Payload-Digest": hex("high water") }), page),
  recordOf("1.0", { "WARC-Type": "request", "WARC-Target-URI": one }, http("GET / HTTP/1.0")),
  recordOf(
    "1.0",
    revisit(one, "http://netpreserve.org/warc/1.0/revisit/server-not-modified", {}),
    http("HTTP/1.1 304 Not Modified"),
  ),
  recordOf(
    "1.0",
    revisit(two, "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest", {
      "WARC-Refers-To": `<urn:uuid:${one.length}-${page.length}>`,
      "WARC-Payload-Digest": hex("high water"),
      "WARC-Truncated": "length",
    }),
  ),
].join("")

const fileWith = Effect.fnUntraced(function* (bytes: Uint8Array | string) {
  const file = join(yield* folder, "other.warc.gz")
  writeFileSync(file, bytes)
  return file
})

describe("a file", () => {
  it.effect.each([
    ["browsertrix", browsertrix],
    ["Heritrix", heritrix],
  ] as const)("of %s is replayed, with its revisits", ([, bytes]) =>
    Effect.gen(function* () {
      const recording = yield* make({ file: yield* fileWith(bytes), mode: "replay" })
      for (const url of [one, one, two]) assert.strictEqual(yield* dial(recording, url), "high water")
      const resolver = yield* recording.resolver(Effect.die("A replay needs no name server."))
      assert.deepStrictEqual(yield* resolver.resolve("a.example"), ["2000::1"])
    }),
  )

  it.effect("of warcit is replayed: a page is a resource, without a head of HTTP", () =>
    Effect.gen(function* () {
      const fields = { "WARC-Type": "resource", "WARC-Target-URI": one, "Content-Type": "text/plain" }
      const file = yield* fileWith(recordOf("1.0", { ...fields, "WARC-Block-Digest": hex("high water") }, "high water"))
      assert.strictEqual(yield* replay(file, one), "high water")
    }),
  )

  it.effect("of warcio is replayed, and has the digests that it names", () =>
    Effect.gen(function* () {
      const bytes = yield* Effect.promise(async () => {
        const record = WARCRecord.create(
          {
            url: one,
            date: "2024-05-01T00:00:00Z",
            type: "response",
            warcVersion: "WARC/1.1",
            statusline: "HTTP/1.1 200 OK",
          },
          (async function* () {
            yield new TextEncoder().encode("high water")
          })(),
        )
        return WARCSerializer.serialize(record, { gzip: true })
      })
      const file = yield* fileWith(bytes)
      assert.containSubset((yield* read(file)).records, [{ type: "response", target: one, isRight: true }])
      assert.strictEqual(yield* replay(file, one), "high water")
    }),
  )

  it.effect.each([
    [
      "a revisit without its payload",
      recordOf("1.1", revisit(one, "identical-payload-digest", { "WARC-Payload-Digest": hex("x") }), head),
    ],
    [
      "a revisit of another payload than it says",
      recordOf("1.1", response(two, page), page) +
        recordOf(
          "1.1",
          revisit(one, "identical-payload-digest", {
            "WARC-Refers-To": `<urn:uuid:${two.length}-${page.length}>`,
            "WARC-Payload-Digest": hex("low"),
          }),
          head,
        ),
    ],
    [
      "a revisit whose digest can't be checked",
      recordOf("1.1", response(two, page), page) +
        recordOf(
          "1.1",
          revisit(one, "identical-payload-digest", {
            "WARC-Refers-To": `<urn:uuid:${two.length}-${page.length}>`,
            "WARC-Payload-Digest": "md5:68934a3e9455fa72420237eb05902327",
          }),
          head,
        ),
    ],
    [
      "a revisit without changes of another URL",
      recordOf("1.1", response(two, page), page) +
        recordOf(
          "1.1",
          revisit(one, "server-not-modified", { "WARC-Refers-To": `<urn:uuid:${two.length}-${page.length}>` }),
        ),
    ],
    ["a body that is cut", recordOf("1.1", response(one, page, { "WARC-Truncated": "length" }), page)],
    ["a lie about a digest", recordOf("1.1", response(one, page, { "WARC-Block-Digest": hex("other") }), page)],
    ["no status", recordOf("1.1", response(one, "none"), "none")],
  ] as const)("with %s gives no page", ([, bytes]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(replay(yield* fileWith(bytes), one))
      assert.strictEqual(error instanceof WebError.WebError && error.reason, "not_recorded")
    }),
  )

  it.effect("with a field that is none of HTTP gives no endpoint's answer", () =>
    Effect.gen(function* () {
      const request = HttpClientRequest.get("https://api.example/")
      const { target, vary } = clean(request)
      const block = `${http("HTTP/1.1 200 OK", "Date: \0")}{}`
      const file = yield* fileWith(recordOf("1.1", response(target, block, { "Porthole-Vary": vary }), block))
      const recording = yield* make({ file, mode: "replay" })
      const client = yield* recording.httpClient(Effect.die("A replay needs no client."))
      assert.strictEqual((yield* Effect.flip(client.execute(request))).reason._tag, "TransportError")
    }),
  )

  it.effect("in a folder that isn't there can't be recorded", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const error = yield* Effect.flip(make({ file: join(path, "missing/run.warc.gz"), mode: "record" }))
      assert.match(error.message, /refuses the lock/)
      mkdirSync(join(path, "run.warc.gz.lock"))
      assert.match(
        (yield* Effect.flip(make({ file: join(path, "run.warc.gz"), mode: "record" }))).message,
        /can't be written/,
      )
    }),
  )
})
