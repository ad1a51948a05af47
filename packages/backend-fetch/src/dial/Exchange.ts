/**
 * One request and its response on a pool of undici, as an effect for the head and a pull stream for the body. Chunks
 * arrive in batches; a slow reader pauses the sender.
 */
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Dispatcher } from "undici"
import type { Network, WebError } from "@porthole/core"
import * as ConnectionError from "./ConnectionError.ts"
import type { WireCount } from "./WireLimit.ts"

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
    const setCookies = headers["set-cookie"]
    this.#head = {
      status,
      headers: joinedHeaders(headers),
      body: this.#body(),
      ...(setCookies === undefined ? {} : { setCookies: [setCookies].flat() }),
    }
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
    this.#failure = ConnectionError.toWebError(error)
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

// --- private --------------------------------------------------------------------------

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
