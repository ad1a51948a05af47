/** Random texts that an attacker controls: URLs, hosts, addresses, headers, bodies. */
import * as fc from "fast-check"
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib"
import * as Random from "../Random.ts"
import * as Spelling from "./Spelling.ts"

const seeded = <A>(make: (random: Random.Random) => A): fc.Arbitrary<A> =>
  fc.nat({ max: 0xffff_ffff }).map((seed) => make(Random.make(seed)))

/** Hosts in URLs: addresses in all their spellings, names, and invalid ones. */
export const host: fc.Arbitrary<string> = fc.oneof(
  seeded((random) => Spelling.literal(random).host),
  fc.domain(),
  fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true }),
  fc.constantFrom(
    "a.test",
    "b.test",
    "private.test",
    "localhost",
    "metadata.google.internal",
    "x.local",
    "a.test.",
    "x.onion",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."0123456789abcdefx.:%[]@/\\-_ \t\u0000\u3002\uff10\u00ad") }),
)

/** URLs, similar enough to real ones to pass the first checks. */
export const url: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("http://", "https://", "http:", "//", "ftp://", "http:\\\\", "HTTP://", "javascript:", ""),
      host,
      fc.constantFrom("", ":80", ":443", ":8080", ":0", ":99999", "@127.0.0.1", "%2e", "\t", ":"),
      fc.constantFrom("", "/", "/a?b#c", "\\..", "/\u0000", "/\r\nHost: a.test", "/%0d%0aX: y"),
    )
    .map((parts) => parts.join("")),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string(),
)

/** Possible answers of a resolver: addresses of both families, and invalid ones. */
export const answers: fc.Arbitrary<ReadonlyArray<string>> = fc.array(
  fc.oneof(
    seeded((random) => Spelling.textOf6(Spelling.ipv6(random), random)),
    fc.ipV4(),
    fc.ipV6(),
    fc.string({ unit: fc.constantFrom(..."0123456789abcdef.:%[] x") }),
  ),
  { maxLength: 6 },
)

/** The value of a received header: one character per byte. */
export const headerValue: fc.Arbitrary<string> = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
})

const charset = fc.oneof(
  fc.constantFrom("utf-8", "utf-16le", "utf-16be", "latin1", "gb18030", "shift_jis", "iso-2022-jp", "x-user-defined"),
  fc.constantFrom("replacement", "utf-7", '"utf-8', "'", "unicode", "utf-8;charset=latin1", "hz-gb-2312", "\u0000"),
  headerValue,
)

export const contentType: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        "text/html",
        "text/plain",
        "text/markdown",
        "application/xhtml+xml",
        "TEXT/HTML ",
        "image/png",
        "",
      ),
      fc.constantFrom("; charset=", ";charset = ", "; a=b; CHARSET=", " charset:"),
      charset,
    )
    .map((parts) => parts.join("")),
  fc.constantFrom("text/html", "text/plain"),
  headerValue,
)

/** Bodies: pieces of markup, bytes, and both. */
export const body: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc
        .constantFrom(
          ..."<p> </p> <div> <table> <tr> <pre> <svg> <math> <template> <!-- ]]> <title> <script>".split(" "),
          "<td colspan=9999999>",
        )
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom(
          "<meta charset=",
          "<meta http-equiv=content-type content='text/html; charset=",
          "<base href=//10.0.0.1/>",
          "&#0;",
          "&lt;",
        )
        .map((text) => Buffer.from(text)),
      charset.map((text) => Buffer.from(text, "latin1")),
      fc.string({ unit: "binary", maxLength: 30 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff]), Buffer.from([0xef, 0xbb, 0xbf])),
      fc.constantFrom(Buffer.from("# Heading\n\nwords ".repeat(30)), Buffer.from("<b><i>".repeat(300))),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(Buffer.concat(parts)))

const compressors: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: gzipSync,
  deflate: (bytes) => deflateSync(bytes),
  "x-gzip": gzipSync,
  bare: (bytes) => deflateRawSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
}

/** An encoded body, sometimes cut, changed, continued or declared as another coding. */
export const encoded: fc.Arbitrary<{ readonly coding: string | undefined; readonly bytes: Uint8Array }> = fc
  .tuple(
    fc.oneof(body, fc.constant(new Uint8Array(300_000))),
    fc.constantFrom(...Object.keys(compressors), "none"),
    fc.constantFrom("as it is", "as it is", "cut", "changed", "continued", "mislabelled"),
    fc.nat(),
    fc.oneof(
      fc.constantFrom("gzip", "br", "deflate", "zstd", "gzip, gzip", "identity", "GZIP ", ",", "\u0000"),
      headerValue,
    ),
  )
  .map(([plain, compressor, how, at, label]) => {
    const bytes = Uint8Array.from(compressors[compressor]?.(plain) ?? plain)
    const coding =
      how === "mislabelled" ? label : compressor === "none" ? undefined : compressor === "bare" ? "deflate" : compressor
    const place = bytes.length === 0 ? 0 : at % bytes.length
    if (how === "cut") return { coding, bytes: bytes.subarray(0, place) }
    if (how === "continued")
      return { coding, bytes: Uint8Array.from([...bytes.subarray(0, 10_000), ...bytes.subarray(0, place)]) }
    if (how === "changed" && bytes.length > 0) bytes[place] = (bytes[place] ?? 0) ^ 0x55
    return { coding, bytes }
  })

/** A response: its status, the relevant headers, its body. */
export const response = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 200, 200, 301, 302, 303, 307, 308, 408, 429, 503),
    fc.integer({ min: 200, max: 999 }),
  ),
  location: fc.option(
    fc.oneof(url, headerValue, fc.constantFrom("/", "/next", "?q", "#x", "http://b.test/", "//b.test")),
    {
      nil: undefined,
    },
  ),
  contentType: fc.option(contentType, { nil: undefined }),
  contentLength: fc.option(
    fc.oneof(fc.integer().map(String), fc.constantFrom("", "-1", "1e9", "NaN", "0x7fffffff"), headerValue),
    {
      nil: undefined,
    },
  ),
  retryAfter: fc.option(
    fc.oneof(
      fc.integer().map(String),
      fc.constantFrom("1.5", "1e9", "", "Wed, 21 Oct 2099 07:28:00 GMT", "Fri, 31 Feb 0000 99:99:99 GMT"),
      headerValue,
    ),
    { nil: undefined },
  ),
  body: encoded,
})
export type Response = typeof response extends fc.Arbitrary<infer A> ? A : never
