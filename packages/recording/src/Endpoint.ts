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
  const secrets = [...headerSecrets(request.headers), url.password || url.username]
  for (const [name, value] of request.urlParams.params) {
    if (!Redacted.isRedacted(value)) url.searchParams.append(name, value)
    else secrets.push(Redacted.value(value))
  }
  url.username = ""
  url.password = ""
  url.hash = ""
  takeSecrets(url.searchParams, secrets)
  url.searchParams.sort()
  const body = bodyWithout(request, secrets)
  const found = secrets.filter((each) => each.length >= 4)
  return {
    target: `porthole-endpoint:${without(url.href, found)}`,
    vary: `${request.method} ${Exchange.digestOf(without(body, found) + (request.headers[form] ?? ""))}`,
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

/** Jina's header for the form of a page, which tells requests apart. */
const form = "x-respond-with"

/** A word in a header that isn't here would be removed from every answer, and from the names of its fields. */
const harmless: ReadonlySet<string> = new Set([...Exchange.requestHeaders, "content-length", "host", form, "x-timeout"])

const headerSecrets = (headers: Readonly<Record<string, string>>): Array<string> =>
  Object.entries(headers).flatMap(([name, value]) => {
    if (harmless.has(name)) return []
    const space = value.indexOf(" ")
    if (space === -1) return [value]
    const rest = value.slice(space + 1)
    const isBasic = value.slice(0, space).toLowerCase() === "basic"
    const basic = isBasic ? Buffer.from(rest, "base64").toString() : ""
    const colon = basic.indexOf(":")
    // A key may be the name of a user without a password.
    return [value, rest, basic, basic.slice(colon + 1) || basic.slice(0, Math.max(0, colon))]
  })

/** The body without the fields that are named like secrets; those of JSON are in alphabetical order. */
const bodyWithout = (request: HttpClientRequest.HttpClientRequest, secrets: Array<string>): string => {
  const text = bodyOf(request)
  if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true) {
    const parameters = new URLSearchParams(text)
    takeSecrets(parameters, secrets)
    return parameters.toString()
  }
  const json = parsed(text)
  return json === undefined ? text : JSON.stringify(sorted(json, secrets))
}

const takeSecrets = (parameters: URLSearchParams, secrets: Array<string>): void => {
  for (const [name, value] of Array.from(parameters)) {
    if (!isSecretName(name)) continue
    secrets.push(value)
    parameters.delete(name)
  }
}

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
      const texts = isSecretName(name) ? textsIn(each) : []
      if (texts.length === 0) return [[name, sorted(each, secrets)]]
      secrets.push(...texts)
      return []
    }),
  )
}

/** The texts in a field; one that has none, such as a number, is no secret. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Predicate.isObjectOrArray(value) ? Object.values(value).flatMap(textsIn) : []

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
