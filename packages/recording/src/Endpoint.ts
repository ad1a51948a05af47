/**
 * Exchanges with configured endpoints, without their secrets. A secret is the value of every header that isn't known to
 * be harmless, of every parameter and field of a body that is named like one, and the user information of the URL.
 * Wherever else such a value stands, in the request or echoed in the answer, it is removed, too.
 */
import * as Effect from "effect/Effect"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Exchange from "./Exchange.ts"
import { isSecretName, without } from "./Secrets.ts"
import type { Draft } from "./TapeWriter.ts"
import * as WarcRecord from "./WarcRecord.ts"

/** Maximum bytes of an answer that are read, and that are unpacked; the client's own bound is lower. */
const maxBytes = 64 * 1_048_576

/** A request without secrets, and the secrets. */
export interface Cleaned {
  readonly target: string
  readonly vary: string
  readonly body: string
  readonly secrets: ReadonlyArray<string>
}

/** The request without secrets: its parameters and the fields of its body are in alphabetical order. */
export const clean = (request: HttpClientRequest.HttpClientRequest): Cleaned => {
  const url = URL.parse(request.url) ?? new URL("http://invalid./")
  const secrets = [...headerSecrets(request.headers), url.password]
  for (const [name, value] of request.urlParams.params) {
    if (!Redacted.isRedacted(value)) url.searchParams.append(name, value)
    else secrets.push(Redacted.value(value))
  }
  url.username = ""
  url.password = ""
  url.hash = ""
  for (const [name, value] of Array.from(url.searchParams)) {
    if (!isSecretName(name)) continue
    secrets.push(value)
    url.searchParams.delete(name)
  }
  url.searchParams.sort()
  const text = bodyOf(request)
  const json = parsed(text)
  const body = json === undefined ? text : JSON.stringify(sorted(json, secrets))
  const found = secrets.filter((each) => each.length >= 4)
  return {
    target: `porthole-endpoint:${without(url.href, found)}`,
    vary: `${request.method} ${Exchange.digestOf(without(body, found))}`,
    body: without(body, found),
    secrets: found,
  }
}

/** The records of an exchange. */
export const draftsOf = (
  request: HttpClientRequest.HttpClientRequest,
  { body, secrets, target, vary }: Cleaned,
  response: HttpClientResponse,
  received: Uint8Array,
): ReadonlyArray<Draft> => {
  const { bytes: decoded, isBroken } = decode(received, response.headers["content-encoding"])
  const bytes =
    secrets.length === 0 ? decoded : Buffer.from(without(decoded.toString("latin1"), secrets, "latin1"), "latin1")
  const fields = Exchange.kept(response.headers, Exchange.responseHeaders)
    .filter(([name]) => isBroken || name !== "content-encoding")
    .map(([name, value]) => [name, without(value, secrets)] as const)
  const sent = Exchange.kept(request.headers, Exchange.requestHeaders)
  const path = target.replace(/^porthole-endpoint:https?:\/\/[^/]*/, "")
  return [
    {
      type: "response",
      target,
      contentType: "application/http; msgtype=response",
      block: WarcRecord.httpBytes(`HTTP/1.1 ${response.status} `, fields, bytes),
      payload: bytes,
      extra: [["Porthole-Vary", vary], ...(isBroken ? [["WARC-Truncated", "unspecified"] as const] : [])],
    },
    {
      type: "request",
      target,
      contentType: "application/http; msgtype=request",
      block: WarcRecord.httpBytes(`${request.method} ${path} HTTP/1.1`, sent, new TextEncoder().encode(body)),
    },
  ]
}

/** The answer's body as received, up to the client's own bound and a chunk. */
export const readBytes = (
  response: HttpClientResponse,
): Effect.Effect<Uint8Array<ArrayBuffer>, HttpClientError.HttpClientError> => {
  let size = 0
  return response.stream.pipe(
    Stream.takeUntil((chunk) => (size += chunk.length) > maxBytes),
    Stream.runCollect,
    Effect.map((chunks) => Buffer.concat(Array.from(chunks))),
    Effect.catchIf(
      ({ reason }) => Predicate.isTagged(reason, "EmptyBodyError"),
      () => Effect.succeed(new Uint8Array()),
    ),
  )
}

// --- private --------------------------------------------------------------------------

const harmless: ReadonlySet<string> = new Set([...Exchange.requestHeaders, "content-length", "host"])

const headerSecrets = (headers: Readonly<Record<string, string>>): Array<string> =>
  Object.entries(headers).flatMap(([name, value]) => {
    if (harmless.has(name)) return []
    const [scheme = "", rest = ""] = value.split(" ", 2)
    if (rest === "") return [value]
    const basic = scheme.toLowerCase() === "basic" ? Buffer.from(rest, "base64").toString() : ""
    return [rest, basic, basic.slice(basic.indexOf(":") + 1)]
  })

const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): string =>
  body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""

const parsed = (text: string): unknown =>
  Effect.runSync(
    Effect.orElseSucceed(
      Effect.try((): unknown => JSON.parse(text)),
      () => undefined,
    ),
  )

/** A JSON value with the fields of objects in order, without those that are named like secrets. */
const sorted = (value: unknown, secrets: Array<string>): unknown => {
  if (Array.isArray(value)) return value.map((each) => sorted(each, secrets))
  if (!Predicate.isObject(value)) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.flatMap(([name, each]) => {
      if (typeof each !== "string" || !isSecretName(name)) return [[name, sorted(each, secrets)]]
      secrets.push(each)
      return []
    }),
  )
}

/**
 * The body without its coding; `fetch` has removed it, where the magic number is missing. Of a body that can't be
 * unpacked, and may hide a key, only that number stays: the client refuses it as it did.
 */
const decode = (bytes: Uint8Array, encoding = ""): { readonly bytes: Buffer; readonly isBroken: boolean } => {
  const name = encoding.trim().toLowerCase()
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b && (name === "gzip" || name === "x-gzip")
  const isDeflate = name === "deflate" && ((bytes[0] ?? 0) & 15) === 8 && bytes.length > 2
  if (!isGzip && !isDeflate) return { bytes: Buffer.from(bytes), isBroken: false }
  const decoded = Exchange.decoded(bytes, name, maxBytes)
  return decoded === undefined
    ? { bytes: Buffer.from(bytes.subarray(0, 2)), isBroken: true }
    : { bytes: Buffer.from(decoded), isBroken: false }
}
