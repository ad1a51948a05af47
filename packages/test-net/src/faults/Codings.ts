/** Sites whose Content-Encoding is a bomb, is cut short, or doesn't match the body. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

/** Far larger than every cap in the tests, and quickly made. */
const bombSize = 8 * 1_048_576
const bomb = (compress: (page: Buffer) => Buffer): Buffer => compress(Buffer.alloc(bombSize, " "))
const br = (page: Buffer) => brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

const preparations: Array<() => void> = []

/**
 * Makes every body in advance. A bomb takes longer to make than to send, and that must not count as the site's time.
 */
export const prepare = (): void => {
  for (const make of preparations) make()
}

const coded = (coding: string, body: () => Buffer): Fault.Serve => {
  let made: Buffer = Buffer.alloc(0)
  preparations.push(() => {
    made = Responses.answer(body(), Responses.htmlType, `Content-Encoding: ${coding}`)
  })
  return (socket) => Responses.send(made)(socket)
}

const headOf = (coding: string) =>
  Responses.head(Responses.htmlType, `Content-Encoding: ${coding}`, "Connection: close")
const half = (body: Buffer) => body.subarray(0, body.length >> 1)
const goodGzip = gzipSync(Responses.html)

/** A gzip header with an endless file name (RFC 1952 section 2.3, FNAME). */
const endlessNameHead = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3])

/** A stored block of deflate that is empty and isn't the last (RFC 1951 section 3.2.4). */
const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff])
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

export const faults: ReadonlyArray<Fault.Fault> = [
  Fault.complete(
    "gzip bomb",
    Fault.tooLarge,
    coded("gzip", () => bomb(gzipSync)),
  ),
  Fault.complete(
    "deflate bomb",
    Fault.tooLarge,
    coded("deflate", () => bomb(deflateSync)),
  ),
  Fault.complete(
    "bare deflate bomb",
    Fault.tooLarge,
    coded("deflate", () => bomb(deflateRawSync)),
  ),
  Fault.complete(
    "br bomb",
    Fault.tooLarge,
    coded("br", () => bomb(br)),
  ),
  Fault.complete(
    "zstd bomb",
    Fault.tooLarge,
    coded("zstd", () => bomb(zstdCompressSync)),
  ),
  Fault.complete(
    "nested bomb",
    Fault.malformed,
    coded("gzip, gzip", () => gzipSync(bomb(gzipSync))),
  ),
  Fault.complete(
    "bomb within br and gzip",
    Fault.malformed,
    coded("br, gzip", () => gzipSync(bomb(br))),
  ),
  Fault.complete(
    "a bomb that hides its inner coding",
    Fault.unsupported,
    coded("gzip", () => gzipSync(bomb(gzipSync))),
  ),
  Fault.complete(
    "bomb behind a good member",
    Fault.tooLarge,
    coded("gzip", () => Buffer.concat([goodGzip, bomb(gzipSync)])),
  ),
  Fault.complete(
    "gzip with trailing data",
    Fault.page,
    coded("gzip", () => Buffer.concat([goodGzip, Buffer.from("junk")])),
  ),
  Fault.complete(
    "br with trailing data",
    Fault.page,
    coded("br", () => Buffer.concat([brotliCompressSync(Responses.html), Buffer.from("junk")])),
  ),
  Fault.http(
    "gzip with endless trailing data",
    Fault.tooLarge,
    Responses.sendForever(Buffer.concat([Buffer.from(headOf("gzip")), goodGzip]), "junk"),
  ),
  Fault.http(
    "gzip with an endless name",
    Fault.tooLarge,
    Responses.sendForever(Buffer.concat([Buffer.from(headOf("gzip")), endlessNameHead]), "name"),
  ),
  Fault.http(
    "gzip of endless nothing",
    Fault.tooLarge,
    Responses.sendForever(Buffer.concat([Buffer.from(headOf("gzip")), gzipHead]), emptyBlock),
  ),
  Fault.http("gzip members without end", Fault.tooLarge, Responses.sendForever(headOf("gzip"), gzipSync(""))),
  Fault.complete(
    "truncated gzip",
    Fault.malformed,
    coded("gzip", () => half(goodGzip)),
  ),
  Fault.complete(
    "truncated deflate",
    Fault.malformed,
    coded("deflate", () => half(deflateSync(Responses.html))),
  ),
  Fault.complete(
    "truncated br",
    Fault.malformed,
    coded("br", () => half(brotliCompressSync(Responses.html))),
  ),
  Fault.complete(
    "truncated zstd",
    Fault.malformed,
    coded("zstd", () => half(zstdCompressSync(Responses.html))),
  ),
  Fault.http("gzip that hangs", Fault.timeout, Responses.send(headOf("gzip"), half(goodGzip))),
  Fault.complete(
    "gzip that isn't",
    Fault.malformed,
    coded("gzip", () => Buffer.from(Responses.html)),
  ),
  Fault.complete(
    "a coding that nobody knows",
    Fault.malformed,
    coded("x-harbour", () => Buffer.from(Responses.html)),
  ),
  Fault.complete(
    "1,000 codings",
    Fault.malformed,
    coded(Array(1_000).fill("gzip").join(","), () => goodGzip),
  ),
]
