/**
 * One request and its response on a pool of undici, as an effect for the head and a pull stream for the body. Chunks
 * arrive in batches; a slow reader pauses the sender.
 *
 * The errors of Node and undici become `WebError`s, with the original as the cause for operators.
 *
 * The host program's instrumentation can't add header fields to our requests. undici publishes each request on the
 * diagnostics channel `undici:request:create`, and subscribers may add fields to it; tracing adds `traceparent` and
 * `baggage`. A site must not take part in a trace, so our requests keep their fields. Subscribers still see the
 * request.
 *
 * Without subscribers, this protection does nothing and costs nothing.
 */
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { type Dispatcher, errors } from "undici"
import { type Network, WebError } from "@porthole/core"
import { channel } from "node:diagnostics_channel"
import type { WireCount } from "./Connector.ts"

// --- instrumentation -------------------------------------------------------------------

/** Called before each request: protects the fields of later requests if the channel has subscribers. */
type Guard = () => void

/** Makes the guard; it works while its scope is open. */
export const makeFieldGuard: Effect.Effect<Guard, never, Scope.Scope> = Effect.gen(function* () {
  let isOn = false
  yield* Effect.addFinalizer(() => Effect.sync(() => isOn && creationChannel.unsubscribe(onCreate)))
  return () => {
    if (isOn || !creationChannel.hasSubscribers) return
    creationChannel.subscribe(onCreate)
    isOn = true
  }
})

/** Whether a request that is about to be sent has exactly the fields that it was given. */
export const hasOnlyOwnFields = (exchange: Exchange): boolean =>
  !creationChannel.hasSubscribers || protectedExchanges.has(exchange)

// --- the exchange ----------------------------------------------------------------------

/** Bytes that may wait for the reader before the sender is paused. */
const highWaterMark = 262_144

/** The error of an abandoned exchange or connection. There is one for all, because errors are expensive to make. */
export const abandoned = new Error("abandoned")

type Batch = Arr.NonEmptyReadonlyArray<Uint8Array>

/** A running exchange. {@link Exchange.close} aborts it unless it has ended. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** The header fields of its request: names and values alternate. */
  readonly fields: ReadonlyArray<string>
  #controller: Dispatcher.DispatchController | undefined
  #chunks: Array<Uint8Array> = []
  #bufferedBytes = 0
  #finished = false
  #closed = false
  #failure: WebError.WebError | undefined
  #head: Network.DialResponse | undefined
  #wake: (() => void) | undefined

  readonly #maySend: (exchange: Exchange) => boolean
  readonly #wireCount: WireCount

  /** `maySend` decides right before the request is sent whether to send it; `wireCount` limits the bytes received. */
  constructor(fields: ReadonlyArray<string>, maySend: (exchange: Exchange) => boolean, wireCount: WireCount) {
    this.fields = fields
    this.#maySend = maySend
    this.#wireCount = wireCount
  }

  /** Resolves with the response once its headers have arrived. */
  response(): Effect.Effect<Network.DialResponse, WebError.WebError> {
    return Effect.suspend(() => {
      if (this.#head !== undefined) return Effect.succeed(this.#head)
      if (this.#failure !== undefined) return Effect.fail(this.#failure)
      return Effect.flatMap(this.#nextEvent(), () => this.response())
    })
  }

  /** Whether the request still waits for a connection. */
  get isAwaitingConnection(): boolean {
    return this.#controller === undefined && !this.#finished
  }

  /** Aborts the exchange if it is still running. */
  close(): void {
    this.#closed = true
    if (!this.#finished) this.#controller?.abort(abandoned)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#closed || !this.#maySend(this)) return controller.abort(abandoned)
    this.#wireCount.begin()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | Array<string> | undefined>,
  ): void {
    if (status < 200) return
    this.#wireCount.answered()
    this.#head = { status, headers: joinedHeaders(headers), body: this.#body() }
    this.#notify()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#bufferedBytes += chunk.length
    if (this.#bufferedBytes > highWaterMark) controller.pause()
    this.#notify()
  }

  onResponseEnd(): void {
    this.#finished = true
    this.#notify()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finished = true
    this.#failure = toWebError(error)
    this.#notify()
  }

  #body(): Stream.Stream<Uint8Array, WebError.WebError> {
    const pull: Effect.Effect<Batch, WebError.WebError | Cause.Done> = Effect.suspend(() => {
      const batch = this.#chunks
      if (Arr.isArrayNonEmpty(batch)) {
        this.#chunks = []
        this.#bufferedBytes = 0
        if (this.#controller?.paused === true) this.#controller.resume()
        return Effect.succeed(batch)
      }
      if (this.#failure !== undefined) return Effect.fail(this.#failure)
      if (this.#finished) return Cause.done()
      return Effect.flatMap(this.#nextEvent(), () => pull)
    })
    return Stream.fromPull(Effect.succeed(pull))
  }

  /** Waits for the next event. It resumes in a microtask, because undici's parser must not run a fiber. */
  #nextEvent(): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      this.#wake = () => resume(Effect.void)
      return Effect.sync(() => {
        this.#wake = undefined
      })
    })
  }

  #notify(): void {
    const wake = this.#wake
    if (wake === undefined) return
    this.#wake = undefined
    queueMicrotask(wake)
  }
}

const joinedHeaders = (
  headers: Record<string, string | Array<string> | undefined>,
): Readonly<Record<string, string>> => {
  const out: Record<string, string> = Object.create(null)
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) out[name.toLowerCase()] = typeof value === "string" ? value : value.join(", ")
  }
  return out
}

/** Translates the error of a connection or an exchange. */
export const toWebError = (error: unknown): WebError.WebError => {
  const code = codeOf(error)
  if (timeoutCodes.has(code)) {
    return WebError.make(
      { error: "timeout", message: "The site took too long to answer. Try once more, or use another page." },
      error,
    )
  }
  if (isTlsCode(code)) {
    return WebError.make(
      {
        error: "http_error",
        reason: "tls_failed",
        message: "The TLS connection to the site failed. Use another page.",
      },
      error,
    )
  }
  if (error instanceof errors.HTTPParserError || protocolCodes.has(code) || isUnrequested(error)) {
    return WebError.make(
      {
        error: "http_error",
        reason: "malformed_response",
        message: "The site's answer isn't valid HTTP. Use another page.",
      },
      error,
    )
  }
  return WebError.make(
    {
      error: "http_error",
      reason: "target_unreachable",
      message: "The host can't be reached. Check the URL or use another page.",
    },
    error,
  )
}

// --- private --------------------------------------------------------------------------

const codeOf = (error: unknown): string =>
  Predicate.isObject(error) && typeof error["code"] === "string" ? error["code"] : ""

const timeoutCodes: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
])

/** Node's own TLS codes, and those of OpenSSL's X.509 verification (doc/api/tls.md, "X509 certificate error codes"). */
const isTlsCode = (code: string): boolean =>
  code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_") || code === "EPROTO" || certificateCodes.has(code)

const certificateCodes: ReadonlySet<string> = new Set([
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_CRL",
  "UNABLE_TO_DECRYPT_CERT_SIGNATURE",
  "UNABLE_TO_DECRYPT_CRL_SIGNATURE",
  "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY",
  "CERT_SIGNATURE_FAILURE",
  "CRL_SIGNATURE_FAILURE",
  "CERT_NOT_YET_VALID",
  "CERT_HAS_EXPIRED",
  "CRL_NOT_YET_VALID",
  "CRL_HAS_EXPIRED",
  "ERROR_IN_CERT_NOT_BEFORE_FIELD",
  "ERROR_IN_CERT_NOT_AFTER_FIELD",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_CHAIN_TOO_LONG",
  "CERT_REVOKED",
  "INVALID_CA",
  "PATH_LENGTH_EXCEEDED",
  "INVALID_PURPOSE",
  "CERT_UNTRUSTED",
  "CERT_REJECTED",
  "HOSTNAME_MISMATCH",
])

/** Codes for inconsistent headers and lengths, and for too many bytes; llhttp's errors have their own class. */
const protocolCodes: ReadonlySet<string> = new Set([
  "PORTHOLE_WIRE_LIMIT",
  "UND_ERR_HEADERS_OVERFLOW",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_RES_EXCEEDED_MAX_SIZE",
])

/** Our requests never ask for 100 and 101; undici has no code of its own for them. */
const isUnrequested = (error: unknown): boolean =>
  error instanceof errors.SocketError && (error.message === "bad response" || error.message === "bad upgrade")

const creationChannel = channel("undici:request:create")

/** Requests whose fields are protected. */
const protectedExchanges = new WeakSet<Exchange>()

const onCreate = (message: unknown): void => {
  const request = Predicate.hasProperty(message, "request") ? message.request : undefined
  if (!Predicate.isObject(request)) return
  const exchange = handlerOf(request)
  if (!(exchange instanceof Exchange)) return
  // undici reads these fields whatever subscribers do before or after this one.
  Object.defineProperty(request, "headers", { get: () => [...exchange.fields], set: () => {} })
  protectedExchanges.add(exchange)
}

/** undici keeps a request's handler under a symbol of its own. */
const handlerOf = (request: object): unknown => {
  if (handler === undefined || !(handler in request)) {
    handler = Object.getOwnPropertySymbols(request).find(({ description }) => description === "handler")
  }
  return handler === undefined ? undefined : Reflect.get(request, handler)
}
let handler: symbol | undefined
