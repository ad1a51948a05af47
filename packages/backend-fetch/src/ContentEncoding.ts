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
 * decode to its end.
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
    Effect.flatMap(makeDecoder(maxBytes), (decoder) =>
      body.pipe(
        Stream.runForEach((chunk) => decoder.write(coding, chunk)),
        Effect.andThen(decoder.end),
      ),
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
const isCoding = (coding: string): coding is keyof typeof codings => Object.hasOwn(codings, coding)

/** A decoder fed chunk by chunk; made by the first chunk, since its first byte tells zlib from bare deflate. */
interface Decoder {
  readonly write: (coding: keyof typeof codings, chunk: Uint8Array) => Effect.Effect<void, WebError.WebError>
  readonly end: Effect.Effect<Uint8Array, WebError.WebError>
}

const makeDecoder = (maxBytes: number): Effect.Effect<Decoder, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new DecoderState(maxBytes)),
      (state) => Effect.sync(() => state.transform?.destroy()),
    ),
    (state) => ({
      write: (coding, chunk) => {
        if (chunk.length === 0) return Effect.void
        state.received += chunk.length
        if (state.received > maxBytes) return Effect.fail(tooLarge)
        const transform = (state.transform ??= state.attach(codings[coding](chunk[0] ?? 0)))
        return state.settle((done) => transform.write(chunk, done))
      },
      end: Effect.suspend(() => {
        const { transform } = state
        if (transform === undefined) return Effect.succeed(new Uint8Array(0))
        return Effect.map(
          state.settle((done) => {
            transform.once("end", done)
            transform.end()
          }),
          () => Buffer.concat(state.decoded),
        )
      }),
    }),
  )

class DecoderState {
  readonly #maxBytes: number
  readonly decoded: Array<Uint8Array> = []
  #size = 0
  received = 0
  transform: Transform | undefined
  #failure: WebError.WebError | undefined
  #onFailure: ((error: WebError.WebError) => void) | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  attach(transform: Transform): Transform {
    transform.on("data", (chunk: Uint8Array) => {
      this.decoded.push(chunk)
      this.#size += chunk.length
      if (this.#size > this.#maxBytes) {
        this.#fail(tooLarge)
        transform.destroy()
      }
    })
    transform.on("error", (error) => this.#fail(malformed(error)))
    return transform
  }

  /** Runs one step of the decoder until it has taken it in, or has failed. */
  settle(step: (done: () => void) => void): Effect.Effect<void, WebError.WebError> {
    return Effect.callback<void, WebError.WebError>((resume) => {
      if (this.#failure !== undefined) return resume(Effect.fail(this.#failure))
      this.#onFailure = (error) => resume(Effect.fail(error))
      step(() => {
        if (this.#failure === undefined) resume(Effect.void)
      })
    })
  }

  #fail(error: WebError.WebError): void {
    this.#failure ??= error
    this.#onFailure?.(this.#failure)
  }
}

// --- collecting -----------------------------------------------------------------------------

const collect = (body: Body, maxBytes: number): Effect.Effect<Uint8Array, WebError.WebError> =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let size = 0
    return Effect.map(
      Stream.runForEachArray(body, (batch) => {
        for (const chunk of batch) {
          chunks.push(chunk)
          size += chunk.length
        }
        return size > maxBytes ? Effect.fail(tooLarge) : Effect.void
      }),
      () => Buffer.concat(chunks),
    )
  })

/** The body is larger than allowed. */
export const tooLarge = WebError.make({ error: "response_too_large", message: "The page is larger than allowed." })

const malformed = (cause: unknown): WebError.WebError =>
  WebError.make(
    { error: "http_error", reason: "malformed_response", message: "The site's answer can't be decoded." },
    cause,
  )
