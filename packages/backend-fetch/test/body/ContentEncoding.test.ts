/** clock: real, since zlib works beside. */
import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { Effect, Exit, Stream } from "effect"
import * as fc from "fast-check"
import { randomBytes } from "node:crypto"
import { buffer } from "node:stream/consumers"
import {
  brotliCompressSync,
  constants,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib"
import * as ContentEncoding from "../../src/body/ContentEncoding.ts"
import * as Decoder from "../../src/body/Decoder.ts"

const cap = 100_000
const original = Buffer.from("The tide comes in, the tide goes out. ".repeat(500))

/** A stream that delivers bytes in chunks of this size. */
const chunked = (bytes: Uint8Array, size: number) =>
  Stream.rechunk(
    Stream.fromIterable(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
    ),
    1,
  )

const read = (bytes: Uint8Array, encoding?: string, size = 1_000) =>
  ContentEncoding.readAll(chunked(bytes, size), encoding, cap)

const wireOf = <A>(effect: Effect.Effect<A, WebError.WebError>) => Effect.map(Effect.flip(effect), ({ wire }) => wire)

const codings = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const

describe("decoding", () => {
  it.live.each(codings)("decodes %s, in chunks of any size", ([coding, encode]) =>
    Effect.gen(function* () {
      for (const size of [1, 7, 1_000, 1_000_000]) {
        assert.isTrue(original.equals(yield* read(encode(original), coding, size)))
      }
    }),
  )

  it.live.each([undefined, "", "identity", " Identity "])("leaves %j unchanged", (coding) =>
    Effect.map(read(original, coding), (bytes) => assert.isTrue(original.equals(bytes))),
  )

  it.live.each(codings)("accepts padding after the end of %s", ([coding, encode]) =>
    Effect.gen(function* () {
      const padded = Buffer.concat([encode(original), Buffer.alloc(20)])
      assert.isTrue(original.equals(yield* read(padded, coding, 1_000_000)))
      // A finished decoder ignores further input silently: that must not cause an endless wait.
      // clock: bounds a hang
      yield* Effect.timeout(Effect.exit(read(padded, coding, 1)), "5 minutes")
    }),
  )

  it.live.each(["utf-8", "UTF8", "none", "iso-8859-1", "8bit", "identity, none", ","])(
    "takes %j for no coding",
    (coding) => Effect.map(read(original, coding), (bytes) => assert.isTrue(original.equals(bytes))),
  )

  it.live.each(["identity, gzip", "gzip, utf-8", "gzip,"])("reads the one coding of %j", (coding) =>
    Effect.map(read(gzipSync(original), coding), (bytes) => assert.isTrue(original.equals(bytes))),
  )

  /** A gzip file with every optional part of a header (RFC 1952 section 2.3). */
  const withNames = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x1f, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
    Buffer.from("tides.html\0a comment\0\u0001\u0002", "latin1"),
    gzipSync(original).subarray(10),
  ])

  it.live.each([
    ["gzip without its checksum", "gzip", gzipSync(original).subarray(0, -8)],
    ["gzip with half of its checksum", "gzip", gzipSync(original).subarray(0, -3)],
    ["gzip with a wrong checksum", "gzip", Buffer.concat([gzipSync(original).subarray(0, -8), Buffer.alloc(8, 1)])],
    ["gzip with words behind it", "gzip", Buffer.concat([gzipSync(original), Buffer.from("<!-- cached -->")])],
    [
      "gzip with the beginning of a member behind it",
      "gzip",
      Buffer.concat([gzipSync(original), withNames.subarray(0, 20)]),
    ],
    [
      "gzip of two members",
      "gzip",
      Buffer.concat([gzipSync(original.subarray(0, 99)), gzipSync(original.subarray(99))]),
    ],
    ["gzip with all optional parts", "gzip", withNames],
    ["a file in gzip without a coding", undefined, withNames],
    ["a file in gzip under the coding utf-8", "utf-8", gzipSync(original)],
    ["zlib without its checksum", "deflate", deflateSync(original).subarray(0, -4)],
    ["zlib with words behind it", "deflate", Buffer.concat([deflateSync(original), Buffer.from("words")])],
  ] as const)("reads %s, in chunks of any size", ([, coding, bytes]) =>
    Effect.gen(function* () {
      for (const size of [1, 7, 1_000, 1_000_000]) {
        assert.strictEqual(Buffer.from(yield* read(bytes, coding, size)).toString(), original.toString(), `${size}`)
      }
    }),
  )

  it.live("decodes a file in gzip once", () =>
    Effect.map(read(gzipSync(gzipSync(original))), (bytes) => assert.isTrue(gzipSync(original).equals(bytes))),
  )

  it.live.each([
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
  ] as const)("reads no second stream after the end of %s", ([coding, encode]) =>
    Effect.gen(function* () {
      const twice = Buffer.concat([encode("first"), encode("second")])
      for (const size of [7, 1_000]) {
        assert.strictEqual(Buffer.from(yield* read(twice, coding, size)).toString(), "first", `in chunks of ${size}`)
      }
    }),
  )

  it.live("reads every frame of zstd, and skips those of user data", () =>
    Effect.gen(function* () {
      const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
      const frames = [zstdCompressSync("first "), skippable, zstdCompressSync("second "), zstdCompressSync("third")]
      for (const size of [1, 2, 3, 5, 15, 16, 1_000]) {
        const bytes = yield* read(Buffer.concat(frames), "zstd", size)
        assert.strictEqual(Buffer.from(bytes).toString(), "first second third", `in chunks of ${size}`)
      }
    }),
  )

  /** Reads a frame followed by this padding, then both followed by another frame, in chunks of each size. */
  const behindFrame = (padding: string) => {
    const behind = Buffer.from(padding, "latin1")
    const bodies = [behind, Buffer.concat([behind, zstdCompressSync("second")])].map((rest) =>
      Buffer.concat([zstdCompressSync("first "), rest]),
    )
    const sized = bodies.flatMap((body) => Array.from(body, (_, at) => [body, at + 1] as const))
    return Effect.forEach(sized, ([body, size]) =>
      Effect.match(read(body, "zstd", size), {
        onFailure: ({ reason }) => reason,
        onSuccess: (bytes) => Buffer.from(bytes).toString(),
      }),
    )
  }

  it.live.each(["garbage", "\0\0\0\0\0\0\0\0\0"])("ends zstd if no frame follows, however it is split: %j", (padding) =>
    Effect.map(behindFrame(padding), (outcomes) => assert.deepStrictEqual(new Set(outcomes), new Set(["first "]))),
  )

  it.live.each(["(", "garbage"])("accepts padding after an empty frame of zstd: %j", (padding) =>
    Effect.map(read(Buffer.concat([zstdCompressSync(""), Buffer.from(padding)]), "zstd"), (bytes) =>
      assert.lengthOf(bytes, 0),
    ),
  )

  it.live.each(["(", "(\u00b5/", "Z*M"])("ignores bytes that only begin like a frame of zstd: %j", (padding) =>
    Effect.map(behindFrame(padding), (outcomes) => {
      assert.include(outcomes, "first ")
      // In a chunk of its own at the end, it is a truncated frame.
      for (const outcome of outcomes) assert.oneOf(outcome, ["first ", "malformed_response"])
    }),
  )

  it.live("keeps a body of single bytes in no more memory than its size needs", () =>
    Effect.gen(function* () {
      const bytes = yield* read(new Uint8Array(cap).fill(7), undefined, 1)
      assert.strictEqual(bytes.length, cap)
      assert.isTrue(bytes.every((byte) => byte === 7))
      assert.isAtMost(bytes.buffer.byteLength, cap)
    }),
  )

  it.live("accepts an empty body of any coding", () =>
    Effect.map(read(new Uint8Array(0), "gzip"), (bytes) => assert.strictEqual(bytes.length, 0)),
  )

  it.live("reads arbitrary bytes in every coding", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.integer({ min: 0, max: 5 }), async (bytes, at) => {
          const [coding, encode] = codings[at] ?? codings[0]
          assert.deepStrictEqual(new Uint8Array(await Effect.runPromise(read(encode(bytes), coding, 97))), bytes)
        }),
        { numRuns: 100 },
      ),
    ),
  )
})

describe("the first bytes of a body", () => {
  it.live.each([undefined, "gzip"])("end the reading of a longer one if no more is needed (%s)", (coding) =>
    Effect.gen(function* () {
      const encoded = coding === undefined ? original : gzipSync(original)
      assert.isTrue(
        original.subarray(0, 1_000).equals(yield* ContentEncoding.readFirst(chunked(encoded, 50), coding, 1_000)),
      )
    }),
  )
})

describe("hostile bodies", () => {
  const bomb = Buffer.alloc(100 * cap)

  it.live.each(codings)("stops a bomb in %s at the cap", ([coding, encode]) =>
    Effect.map(wireOf(read(encode(bomb), coding, 65_536)), (wire) =>
      assert.strictEqual(wire.error, "response_too_large"),
    ),
  )

  it.live("stops a body without coding at the cap, and accepts one of exactly that size", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read(new Uint8Array(cap))).length, cap)
      assert.strictEqual((yield* wireOf(read(new Uint8Array(cap + 1)))).error, "response_too_large")
      assert.strictEqual((yield* read(gzipSync(new Uint8Array(cap)), "gzip")).length, cap)
      assert.strictEqual((yield* wireOf(read(gzipSync(new Uint8Array(cap + 1)), "gzip"))).error, "response_too_large")
    }),
  )

  it.live("accepts a body that is as large as the limit while it is encoded", () =>
    Effect.gen(function* () {
      const encoded = gzipSync(randomBytes(1_000))
      assert.isAbove(encoded.length, 1_000)
      const readWithin = (most: number) => ContentEncoding.readAll(chunked(encoded, 100), "gzip", most)
      assert.lengthOf(yield* readWithin(encoded.length), 1_000)
      assert.strictEqual((yield* wireOf(readWithin(encoded.length - 1))).error, "response_too_large")
    }),
  )

  it.live("stops an endless body without waiting for its end", () =>
    Effect.map(
      wireOf(ContentEncoding.readAll(Stream.forever(Stream.make(new Uint8Array(1_000))), undefined, cap)),
      (wire) => assert.strictEqual(wire.error, "response_too_large"),
    ),
  )

  it.live("counts bytes on the wire too: empty members that never end are stopped", () =>
    Effect.map(wireOf(ContentEncoding.readAll(Stream.forever(Stream.make(gzipSync(""))), "gzip", cap)), (wire) =>
      assert.strictEqual(wire.error, "response_too_large"),
    ),
  )

  it.live("stops a file in gzip at the cap, and a truncated one", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* wireOf(read(gzipSync(bomb)))).error, "response_too_large")
      assert.strictEqual((yield* wireOf(read(gzipSync(original).subarray(0, 40)))).reason, "malformed_response")
    }),
  )

  it.live.each([
    ["a reserved flag", Buffer.from([0x1f, 0x8b, 8, 0x20])],
    ["another method", Buffer.from([0x1f, 0x8b, 7, 0])],
    ["an endless name", Buffer.from([0x1f, 0x8b, 8, 8, ...Buffer.alloc(60, 65)])],
    ["an endless extra part", Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 1])],
    ["a cut mark", Buffer.from([0x1f])],
  ] as const)("reports a gzip header with %s as malformed", ([, head]) =>
    Effect.gen(function* () {
      const bytes = head.length === 4 ? Buffer.concat([head, gzipSync(original).subarray(4)]) : head
      for (const size of [1, 1_000])
        assert.strictEqual((yield* wireOf(read(bytes, "gzip", size))).reason, "malformed_response")
    }),
  )

  it.live("reads a thousand members of gzip, and no more", () =>
    Effect.gen(function* () {
      const member = gzipSync("x")
      const members = (count: number) => Buffer.concat(Array.from({ length: count }, () => member))
      assert.strictEqual((yield* read(members(Decoder.maxFrames), "gzip", cap)).length, Decoder.maxFrames)
      assert.strictEqual((yield* wireOf(read(members(Decoder.maxFrames + 1), "gzip", cap))).error, "response_too_large")
    }),
  )

  it.live("reports endless zstd frames as malformed", () =>
    Effect.gen(function* () {
      const frame = zstdCompressSync("x")
      const frames = (count: number) => Buffer.concat(Array.from({ length: count }, () => frame))
      assert.strictEqual((yield* read(frames(Decoder.maxFrames), "zstd", cap)).length, Decoder.maxFrames)
      const wire = yield* wireOf(read(frames(Decoder.maxFrames + 1), "zstd", cap))
      assert.strictEqual(wire.reason, "malformed_response")
    }),
  )

  it.live("reports zstd with a window above HTTP's limit as malformed", () =>
    Effect.gen(function* () {
      const { ZSTD_c_windowLog } = constants
      for (const [log, isRead] of [
        [23, true],
        [24, false],
      ] as const) {
        const stream = createZstdCompress({ params: { [ZSTD_c_windowLog]: log } })
        stream.end(original)
        const bytes = yield* Effect.promise(() => buffer(stream))
        const outcome = yield* Effect.exit(read(bytes, "zstd"))
        assert.strictEqual(Exit.isSuccess(outcome), isRead, `a window of 2^${log}`)
      }
    }),
  )

  it.live("reports a truncated second frame of zstd as malformed", () =>
    Effect.map(
      wireOf(read(Buffer.concat([zstdCompressSync("first"), zstdCompressSync(original).subarray(0, 9)]), "zstd", 5)),
      (wire) => assert.strictEqual(wire.reason, "malformed_response"),
    ),
  )

  it.live("stops a bomb in zstd's second frame at the cap", () =>
    Effect.map(
      wireOf(read(Buffer.concat([zstdCompressSync("first"), zstdCompressSync(bomb)]), "zstd", 65_536)),
      (wire) => assert.strictEqual(wire.error, "response_too_large"),
    ),
  )

  it.live.each(["gzip, gzip", "br, gzip", "gzip, none, br", "compress", "aes128gcm", "gzip;q=1"])(
    "refuses the coding %j",
    (coding) =>
      Effect.map(wireOf(read(gzipSync("x"), coding)), (wire) =>
        assert.deepStrictEqual([wire.error, wire.reason], ["http_error", "malformed_response"]),
      ),
  )

  it.live.each(codings)("reports truncated %s as malformed", ([coding, encode]) =>
    Effect.map(wireOf(read(encode(original).subarray(0, 40), coding)), (wire) =>
      assert.strictEqual(wire.reason, "malformed_response"),
    ),
  )

  it.live.each(["gzip", "br", "zstd", "deflate"])("reports garbage labelled %s as malformed", (coding) =>
    Effect.map(wireOf(read(Buffer.from("<html>not compressed at all</html>"), coding)), (wire) =>
      assert.strictEqual(wire.reason, "malformed_response"),
    ),
  )

  it.live("passes the failure of the connection on", () =>
    Effect.map(
      wireOf(
        ContentEncoding.readAll(
          Stream.concat(
            Stream.make(gzipSync(original).subarray(0, 20)),
            Stream.fail(WebError.make({ error: "timeout" })),
          ),
          "gzip",
          cap,
        ),
      ),
      (wire) => assert.strictEqual(wire.error, "timeout"),
    ),
  )
})
