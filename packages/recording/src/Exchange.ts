/**
 * What is recorded of an exchange: which headers stay, the key by which a request finds its answer again, and digests.
 * Headers that aren't listed here never enter a file, so that neither cookies nor keys nor signatures do.
 */
import { createHash } from "node:crypto"
import * as Result from "effect/Result"
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"

/** Fields of requests that may be written. Of them {@link varying} decide which answer a request gets. */
export const requestHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "origin",
  "range",
  "user-agent",
])
const varying = ["accept", "if-modified-since", "if-none-match", "origin", "range"] as const

/** Fields of responses that may be written: those that Porthole reads, and those that describe the body. */
export const responseHeaders: ReadonlySet<string> = new Set([
  "accept-signature",
  "access-control-allow-origin",
  "age",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-range",
  "content-signal",
  "content-type",
  "content-usage",
  "date",
  "etag",
  "expires",
  "last-modified",
  "link",
  "location",
  "refresh",
  "retry-after",
  "vary",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-robots-tag",
])

/** The fields of a list, in alphabetical order. */
export const kept = (
  headers: Readonly<Record<string, string | undefined>>,
  allowed: ReadonlySet<string>,
): ReadonlyArray<readonly [string, string]> =>
  Object.entries(headers)
    .flatMap(([name, value]): ReadonlyArray<readonly [string, string]> =>
      allowed.has(name) && value !== undefined ? [[name, value.replaceAll(/[\r\n]+/g, " ")]] : [],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** What tells requests for one URL apart. */
export const varyOf = (headers: Readonly<Record<string, string | undefined>>): string =>
  JSON.stringify(varying.map((name) => headers[name] ?? null))

/** The key of a request: its target, and what tells requests for it apart. */
export const keyOf = (target: string, vary: string): string => `${target}\n${vary}`

/** The digest of bytes, as WARC files have it: the algorithm, and base32. */
export const digestOf = (bytes: Uint8Array | string, algorithm: "sha1" | "sha256" = "sha256"): string =>
  `${algorithm}:${base32(createHash(algorithm).update(bytes).digest())}`

const digestForm = /^(sha1|sha-?256):(.+)$/i

/** Whether a digest is of an algorithm that {@link fits} knows. */
export const isKnown = (digest: string): boolean => digestForm.test(digest)

/** Whether a digest of a file fits its bytes; one of an algorithm that isn't known counts as none. */
export const fits = (digest: string | undefined, bytes: Uint8Array): boolean => {
  const match = digestForm.exec(digest ?? "")
  if (match === null) return true
  const [, name = "", value = ""] = match
  const algorithm = name.toLowerCase() === "sha1" ? "sha1" : "sha256"
  const hash = createHash(algorithm).update(bytes).digest()
  return value.toUpperCase() === base32(hash) || value.toLowerCase() === hash.toString("hex")
}

/** Whether a message says that its body has the transfer coding. */
export const isChunked = (fields: ReadonlyArray<readonly [name: string, value: string]>): boolean =>
  fields.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value))

/** A body without its transfer coding, of a file whose maker kept that; `undefined` if it is cut or wrong. */
export const dechunked = (body: Uint8Array): Uint8Array | undefined => {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.length)
  // One buffer, because a body of 64 MiB may have 10 million chunks.
  const whole = Buffer.allocUnsafe(body.length)
  let size = 0
  for (let at = 0; ;) {
    const lineEnd = buffer.indexOf("\r\n", at)
    const line = buffer.toString("latin1", at, Math.min(lineEnd, at + 1_000))
    const digits = /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(line)?.[1]
    if (lineEnd === -1 || digits === undefined) return undefined
    const length = Number.parseInt(digits, 16)
    if (length === 0) return whole.subarray(0, size)
    if (lineEnd + 2 + length > body.length) return undefined
    size += buffer.copy(whole, size, lineEnd + 2, lineEnd + 2 + length)
    at = lineEnd + 2 + length + 2
  }
}

/** A body without its content coding; `undefined` if it can't be decoded, or has more bytes than `maxBytes`. */
export const decoded = (body: Uint8Array, coding: string, maxBytes: number): Uint8Array | undefined => {
  const name = coding.trim().toLowerCase()
  if (name === "" || name === "identity") return body
  const decode = decoders[name]
  if (decode === undefined) return undefined
  return Result.getOrUndefined(Result.try(() => decode(body, { maxOutputLength: maxBytes })))
}

// --- private --------------------------------------------------------------------------

const decoders: Readonly<Record<string, typeof gunzipSync | undefined>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const base32 = (bytes: Uint8Array): string => {
  let text = ""
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  const last = bits === 0 ? "" : (alphabet[(value << (5 - bits)) & 31] ?? "")
  return (text + last).padEnd(Math.ceil((text.length + last.length) / 8) * 8, "=")
}
