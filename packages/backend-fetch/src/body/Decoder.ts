/**
 * The decoders of single content codings: Node's zlib, fed batch by batch, with the cap checked inside, where one chunk
 * of a bomb may unfold to thousands.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import * as Zlib from "node:zlib"
import { WebError } from "@porthole/core"
import { ByteBuffer } from "./ByteBuffer.ts"

/** A decoder of one body. */
export interface Decoder {
  readonly write: (batch: ReadonlyArray<Uint8Array>) => Effect.Effect<void, WebError.WebError>
  /** Signals the end of the input, and returns all decoded bytes. */
  readonly end: Effect.Effect<Uint8Array, WebError.WebError>
  /** The bytes decoded so far. */
  readonly decoded: () => Uint8Array
}

/** The supported codings. */
export type Coding = keyof typeof codings

export const isCoding = (coding: string): coding is Coding => Object.hasOwn(codings, coding)

/** Maximum number of decoders for one zstd body, one per frame. Parallel encoders make a frame of every few MB. */
export const maxFrames = 1_024

/** Makes a decoder; its scope's end frees its memory. `maxBytes` caps the bytes in and the bytes out. */
export const make = (coding: Coding, maxBytes: number): Effect.Effect<Decoder, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new State(coding, maxBytes)),
      (state) => Effect.sync(() => state.transform?.destroy()),
    ),
    (state) => ({
      write: (batch) => {
        const bytes = batch.length > 1 ? Buffer.concat(batch) : (batch[0] ?? empty)
        if (bytes.length === 0) return Effect.void
        state.received += bytes.length
        return state.received > maxBytes ? Effect.fail(tooLarge) : state.write(bytes)
      },
      end: Effect.map(
        state.settle((transform) => transform.end()),
        () => state.decoded.bytes(),
      ),
      decoded: () => state.decoded.bytes(),
    }),
  )

/** The body is larger than allowed. */
export const tooLarge = WebError.make({
  error: "response_too_large",
  message: "The page is larger than allowed. Use a smaller one.",
})

/** The body can't be decoded; `cause` is for operators. */
export const malformed = (cause: unknown): WebError.WebError =>
  WebError.make(
    {
      error: "http_error",
      reason: "malformed_response",
      message: "The site's answer can't be decoded. Use another page.",
    },
    cause,
  )

// --- private --------------------------------------------------------------------------

type Transform = ReturnType<typeof Zlib.createGunzip>

/** Each decoder is made with the first byte of its data. */
const codings = {
  gzip: (_first: number): Transform => Zlib.createGunzip(),
  "x-gzip": (_first: number): Transform => Zlib.createGunzip(),
  // RFC 9110 section 8.4.1.2: deflate means zlib, but some servers send raw deflate.
  deflate: (first: number): Transform => ((first & 0x0f) === 8 ? Zlib.createInflate() : Zlib.createInflateRaw()),
  br: (_first: number): Transform => Zlib.createBrotliDecompress(),
  // RFC 9659 section 3: over HTTP no window is larger than 8 MB.
  zstd: (_first: number): Transform =>
    Zlib.createZstdDecompress({ params: { [Zlib.constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** The length of the number that each frame of zstd begins with (RFC 8878 section 3.1), in bytes. */
const magicLength = 4

const empty = new Uint8Array(0)

class State {
  readonly decoded: ByteBuffer
  received = 0
  transform: Transform | undefined
  readonly #coding: Coding
  #frames = 0
  #isPadding = false
  #failure: WebError.WebError | undefined
  #ended = false
  #onStop = () => {}

  constructor(coding: Coding, maxBytes: number) {
    this.#coding = coding
    this.decoded = new ByteBuffer(maxBytes)
  }

  /**
   * Decodes a chunk. Node's zstd stops after the first frame, but RFC 8878 allows several, so the remaining bytes go to
   * a new decoder. If that one finds no frame, they are padding, and so is everything after them.
   */
  write(bytes: Uint8Array): Effect.Effect<void, WebError.WebError> {
    if (this.#isPadding) return Effect.void
    if (!this.#ended) return this.#feed(this.transform ?? this.#open(bytes), bytes)
    if (this.#coding !== "zstd") return Effect.void
    return this.#frames < maxFrames ? this.#feed(this.#open(bytes), bytes) : Effect.fail(malformed(undefined))
  }

  #feed(transform: Transform, bytes: Uint8Array): Effect.Effect<void, WebError.WebError> {
    const before = transform.bytesWritten
    return Effect.flatMap(
      this.settle((transform, done) => transform.write(bytes, done)),
      () => {
        const taken = transform.bytesWritten - before
        return this.#ended && taken < bytes.length ? this.write(bytes.subarray(taken)) : Effect.void
      },
    )
  }

  /** Runs one step of the decoder until it has consumed its input, has ended, or has failed. */
  settle(step: (transform: Transform, done: () => void) => void): Effect.Effect<void, WebError.WebError> {
    return Effect.callback<void, WebError.WebError>((resume) => {
      const done = () => resume(this.#failure === undefined ? Effect.void : Effect.fail(this.#failure))
      if (this.transform === undefined || this.#failure !== undefined || this.#ended) return done()
      // A decoder that ends drops the rest of its input without calling `done`, so its end calls it.
      this.#onStop = done
      step(this.transform, done)
    })
  }

  #open(bytes: Uint8Array): Transform {
    this.transform?.destroy()
    this.#frames++
    this.#ended = false
    const transform = codings[this.#coding](bytes[0] ?? 0)
    transform.on("data", (chunk: Uint8Array) => {
      if (this.decoded.add(chunk)) return
      this.#fail(tooLarge)
      transform.destroy()
    })
    transform.on("error", (error) => this.#onError(error, transform))
    transform.on("end", () => this.#onEnd())
    this.transform = transform
    return transform
  }

  #onEnd(): void {
    this.#ended = true
    this.#onStop()
  }

  /**
   * Records an error. If a decoder after the first frame finds no frame, its input is padding, which isn't an error.
   */
  #onError(error: Error, transform: Transform): void {
    const isAfterFrame = this.decoded.size > 0 || this.#frames > 1
    const code = Predicate.hasProperty(error, "code") ? error.code : undefined
    const isNoFrame = code === "ZSTD_error_prefix_unknown" || transform.bytesWritten < magicLength
    if (isAfterFrame && isNoFrame) {
      this.#isPadding = true
      return this.#onEnd()
    }
    this.#fail(malformed(error))
  }

  #fail(error: WebError.WebError): void {
    this.#failure ??= error
    this.#onStop()
  }
}
