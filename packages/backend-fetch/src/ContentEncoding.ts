/**
 * Takes one Content-Encoding off a body while it streams, under a cap that counts decoded bytes.
 *
 * At most one known coding is accepted (gzip, deflate, br, zstd): chains are how a few bytes become
 * gigabytes (CVE-2026-22036). The cap is checked inside the decoder, where one chunk of a bomb may
 * unfold to thousands, and bytes on the wire count against it too.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib"
import { WebError } from "@porthole/core"

/** What we say we accept (RFC 9110 section 12.5.3). */
export const accepted = "gzip, deflate, br, zstd"

type Body = Stream.Stream<Uint8Array, WebError.WebError>

/**
 * Reads a whole body into memory. Fails with `response_too_large` past `maxBytes` decoded (or wire)
 * bytes, and with `malformed_response` for an unknown coding, a chain of them, or data that doesn't
 * decode to its end. What a decoder leaves unread behind the end of its data is ignored.
 */
export const readAll = (
  body: Body,
  contentEncoding: string | undefined,
  maxBytes: number,
): Effect.Effect<Uint8Array, WebError.WebError> => {
  const coding = (contentEncoding ?? "").trim().toLowerCase()
  if (coding === "" || coding === "identity") return collect(body, maxBytes)
  if (!isCoding(coding)) return Effect.fail(malformed(undefined))
  return Effect.scoped(
    Effect.flatMap(makeDecoder(coding, maxBytes), (decoder) =>
      body.pipe(Stream.runForEachArray(decoder.write), Effect.andThen(decoder.end)),
    ),
  )
}

// --- decoding -----------------------------------------------------------------------------

const codings = {
  gzip: (_first: number) => createGunzip(),
  "x-gzip": (_first: number) => createGunzip(),
  // RFC 9110 section 8.4.1.2: deflate means zlib, but servers exist that send it bare.
  deflate: (first: number) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: (_first: number) => createBrotliDecompress(),
  zstd: (_first: number) => createZstdDecompress(),
}
type Coding = keyof typeof codings
const isCoding = (coding: string): coding is Coding => Object.hasOwn(codings, coding)

/** A decoder fed batch by batch; made by the first byte, since that tells zlib from bare deflate. */
interface Decoder {
  readonly write: (batch: ReadonlyArray<Uint8Array>) => Effect.Effect<void, WebError.WebError>
  readonly end: Effect.Effect<Uint8Array, WebError.WebError>
}

const makeDecoder = (coding: Coding, maxBytes: number): Effect.Effect<Decoder, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new DecoderState(maxBytes)),
      (state) => Effect.sync(() => state.transform?.destroy()),
    ),
    (state) => ({
      write: (batch) => {
        const bytes = batch.length === 1 ? batch[0] : Buffer.concat(batch)
        if (bytes === undefined || bytes.length === 0) return Effect.void
        state.received += bytes.length
        if (state.received > maxBytes) return Effect.fail(tooLarge)
        const transform = (state.transform ??= state.attach(codings[coding](bytes[0] ?? 0)))
        return state.settle((done) => transform.write(bytes, done))
      },
      end: Effect.suspend(() => {
        const { transform } = state
        if (transform === undefined) return Effect.succeed(new Uint8Array(0))
        return Effect.map(
          state.settle(() => transform.end()),
          () => state.decoded.bytes(),
        )
      }),
    }),
  )

class DecoderState {
  readonly decoded: Gathered
  received = 0
  transform: Transform | undefined
  #failure: WebError.WebError | undefined
  #ended = false
  #onStop: (() => void) | undefined

  constructor(maxBytes: number) {
    this.decoded = new Gathered(maxBytes)
  }

  attach(transform: Transform): Transform {
    transform.on("data", (chunk: Uint8Array) => {
      if (this.decoded.add(chunk)) return
      this.#fail(tooLarge)
      transform.destroy()
    })
    transform.on("error", (error) => this.#fail(malformed(error)))
    transform.on("end", () => {
      this.#ended = true
      this.#onStop?.()
    })
    return transform
  }

  /** Runs one step of the decoder until it has taken it in, has come to its end, or has failed. */
  settle(step: (done: () => void) => void): Effect.Effect<void, WebError.WebError> {
    return Effect.callback<void, WebError.WebError>((resume) => {
      const done = () => resume(this.#failure === undefined ? Effect.void : Effect.fail(this.#failure))
      if (this.#failure !== undefined || this.#ended) return done()
      // At its own end a decoder drops what else it was given, without a word to whoever wrote it.
      this.#onStop = done
      step(done)
    })
  }

  #fail(error: WebError.WebError): void {
    this.#failure ??= error
    this.#onStop?.()
  }
}

// --- collecting -----------------------------------------------------------------------------

const collect = (body: Body, maxBytes: number): Effect.Effect<Uint8Array, WebError.WebError> =>
  Effect.suspend(() => {
    const gathered = new Gathered(maxBytes)
    return Effect.map(
      Stream.runForEachArray(body, (batch) =>
        batch.every((chunk) => gathered.add(chunk)) ? Effect.void : Effect.fail(tooLarge),
      ),
      () => gathered.bytes(),
    )
  })

/** Chunks that are kept as they came; with one more they are copied together. */
const maxKept = 64

/**
 * The bytes of a body. A body of few chunks is copied together once at its end, one of a single chunk
 * not at all. Of many chunks only a buffer is kept that doubles as it fills: a site that sends its body a
 * byte at a time would make each cost a hundred.
 */
class Gathered {
  readonly #maxBytes: number
  #size = 0
  #kept: Array<Uint8Array> = []
  #buffer: Uint8Array = empty
  #filled = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Takes a chunk in; `false` when that would be more than `maxBytes` in all. */
  add(chunk: Uint8Array): boolean {
    const size = this.#size + chunk.length
    if (size > this.#maxBytes) return false
    this.#size = size
    this.#kept.push(chunk)
    if (this.#kept.length > maxKept) this.#fold()
    return true
  }

  bytes(): Uint8Array {
    const [only] = this.#kept
    // A plain view, since the `slice` of Node's Buffer is no copy.
    if (only?.length === this.#size) return new Uint8Array(only.buffer, only.byteOffset, only.length)
    const whole = new Uint8Array(Buffer.allocUnsafeSlow(this.#size).buffer)
    whole.set(this.#buffer.subarray(0, this.#filled))
    let at = this.#filled
    for (const chunk of this.#kept) {
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  }

  #fold(): void {
    if (this.#size > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(this.#size, 2 * this.#buffer.length, 65_536)))
      larger.set(this.#buffer.subarray(0, this.#filled))
      this.#buffer = larger
    }
    for (const chunk of this.#kept) {
      this.#buffer.set(chunk, this.#filled)
      this.#filled += chunk.length
    }
    this.#kept = []
  }
}

const empty = new Uint8Array(0)

/** The body is larger than allowed. */
export const tooLarge = WebError.make({ error: "response_too_large", message: "The page is larger than allowed." })

const malformed = (cause: unknown): WebError.WebError =>
  WebError.make(
    { error: "http_error", reason: "malformed_response", message: "The site's answer can't be decoded." },
    cause,
  )
