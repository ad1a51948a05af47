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
import * as FrameHeader from "./FrameHeader.ts"

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

/** Maximum number of decoders for one body, one per frame. Parallel encoders make a frame of every few MB. */
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
        Effect.suspend(() => state.end()),
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

type Transform = ReturnType<typeof Zlib.createBrotliDecompress>

/** A coding: its decoder, and the header that a frame of it has before the decoder's data. */
interface Codec {
  readonly open: () => Transform
  readonly header: (isFirst: boolean) => FrameHeader.FrameHeader
  /** Whether other frames may follow the first. */
  readonly hasFrames: boolean
}

const gzip: Codec = { open: () => Zlib.createInflateRaw(), header: FrameHeader.ofGzip, hasFrames: true }

const codings = {
  gzip,
  "x-gzip": gzip,
  deflate: { open: () => Zlib.createInflateRaw(), header: FrameHeader.ofDeflate, hasFrames: false },
  br: { open: () => Zlib.createBrotliDecompress(), header: () => FrameHeader.none, hasFrames: false },
  zstd: {
    // RFC 9659 section 3: over HTTP no window is larger than 8 MB.
    open: () => Zlib.createZstdDecompress({ params: { [Zlib.constants.ZSTD_d_windowLogMax]: 23 } }),
    header: () => FrameHeader.none,
    hasFrames: true,
  },
} satisfies Readonly<Record<string, Codec>>

/** The length of the number that each frame of zstd begins with (RFC 8878 section 3.1), in bytes. */
const magicLength = 4

const empty = new Uint8Array(0)

class State {
  readonly decoded: ByteBuffer
  received = 0
  transform: Transform | undefined
  readonly #codec: Codec
  /** The header of the next frame, while it is read. */
  #header: FrameHeader.FrameHeader | undefined
  #frames = 0
  #isPadding = false
  #failure: WebError.WebError | undefined
  #ended = true
  #onStop = () => {}

  constructor(coding: Coding, maxBytes: number) {
    this.#codec = codings[coding]
    this.decoded = new ByteBuffer(maxBytes)
  }

  /**
   * Decodes a chunk. A decoder stops after its frame, but gzip and zstd allow several, so the remaining bytes go to a
   * new decoder. If no frame begins there, they are padding, and so is everything after them.
   */
  write(bytes: Uint8Array): Effect.Effect<void, WebError.WebError> {
    if (this.#failure !== undefined) return Effect.fail(this.#failure)
    if (this.#isPadding || bytes.length === 0) return Effect.void
    if (!this.#ended) return this.#feed(bytes)
    this.#header ??= this.#codec.header(this.#frames === 0)
    const data = this.#header.read(bytes)
    if (data === "incomplete") return Effect.void
    if (data === "invalid") return this.#endWithoutFrame()
    if (this.#frames === maxFrames) return Effect.fail(this.#codec === gzip ? tooLarge : malformed(undefined))
    this.#open()
    return data.length === 0 ? Effect.void : this.#feed(data)
  }

  /** Signals the end of the input. */
  end(): Effect.Effect<void, WebError.WebError> {
    // A first frame whose header is cut off; behind another frame it is padding.
    if (this.#header !== undefined && this.#frames === 0) return this.#endWithoutFrame()
    return this.#settle((transform) => transform.end())
  }

  #endWithoutFrame(): Effect.Effect<void, WebError.WebError> {
    this.#isPadding = this.#frames > 0
    if (!this.#isPadding) this.#fail(malformed(undefined))
    return this.#failure === undefined ? Effect.void : Effect.fail(this.#failure)
  }

  #feed(bytes: Uint8Array): Effect.Effect<void, WebError.WebError> {
    const before = this.transform?.bytesWritten ?? 0
    return Effect.flatMap(
      this.#settle((transform, done) => transform.write(bytes, done)),
      () => {
        const taken = (this.transform?.bytesWritten ?? 0) - before
        return this.#ended && taken < bytes.length ? this.write(bytes.subarray(taken)) : Effect.void
      },
    )
  }

  /** Runs one step of the decoder until it has consumed its input, has ended, or has failed. */
  #settle(step: (transform: Transform, done: () => void) => void): Effect.Effect<void, WebError.WebError> {
    return Effect.callback<void, WebError.WebError>((resume) => {
      const done = () => resume(this.#failure === undefined ? Effect.void : Effect.fail(this.#failure))
      if (this.transform === undefined || this.#failure !== undefined || this.#ended) return done()
      // A decoder that ends drops the rest of its input without calling `done`, so its end calls it.
      this.#onStop = done
      step(this.transform, done)
    })
  }

  #open(): void {
    this.transform?.destroy()
    this.#frames++
    this.#ended = false
    this.#header = undefined
    const transform = this.#codec.open()
    transform.on("data", (chunk: Uint8Array) => {
      if (this.decoded.add(chunk)) return
      this.#fail(tooLarge)
      transform.destroy()
    })
    transform.on("error", (error) => this.#onError(error, transform))
    transform.on("end", () => this.#onEnd())
    this.transform = transform
  }

  #onEnd(): void {
    this.#ended = true
    this.#isPadding ||= !this.#codec.hasFrames
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
