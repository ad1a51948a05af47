/**
 * The decoders of single content codings: Node's zlib, fed batch by batch, with the cap checked
 * inside, where one chunk of a bomb may unfold to thousands.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib"
import { WebError } from "@porthole/core"
import { Gathered } from "./Gathered.ts"

/** A decoder of one body. */
export interface Decoder {
  readonly write: (batch: ReadonlyArray<Uint8Array>) => Effect.Effect<void, WebError.WebError>
  /** Tells the decoder that nothing more comes, and answers with all that it decoded. */
  readonly end: Effect.Effect<Uint8Array, WebError.WebError>
}

/** The codings that are known. */
export type Coding = keyof typeof codings

export const isCoding = (coding: string): coding is Coding => Object.hasOwn(codings, coding)

/** Most frames of one zstd body. Encoders that work in parallel make one of each few MB. */
export const maxFrames = 64

/** Makes a decoder; its scope's end frees what it holds. `maxBytes` caps the bytes in and the bytes out. */
export const make = (coding: Coding, maxBytes: number): Effect.Effect<Decoder, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new State(coding, maxBytes)),
      (state) => Effect.sync(() => state.transform?.destroy()),
    ),
    (state) => ({
      write: (batch) => {
        const bytes = batch.length === 1 ? batch[0] : Buffer.concat(batch)
        if (bytes === undefined || bytes.length === 0) return Effect.void
        state.received += bytes.length
        return state.received > maxBytes ? Effect.fail(tooLarge) : state.write(bytes)
      },
      end: Effect.suspend(() =>
        Effect.map(state.transform === undefined ? Effect.void : state.settle((transform) => transform.end()), () =>
          state.decoded.bytes(),
        ),
      ),
    }),
  )

/** The body is larger than allowed. */
export const tooLarge = WebError.make({ error: "response_too_large", message: "The page is larger than allowed." })

/** The body can't be decoded; `cause` is for operators. */
export const malformed = (cause: unknown): WebError.WebError =>
  WebError.make(
    { error: "http_error", reason: "malformed_response", message: "The site's answer can't be decoded." },
    cause,
  )

// --- private --------------------------------------------------------------------------

type Transform = ReturnType<typeof createGunzip>

/** Each made by the first byte of its data. */
const codings = {
  gzip: (_first: number): Transform => createGunzip(),
  "x-gzip": (_first: number): Transform => createGunzip(),
  // RFC 9110 section 8.4.1.2: deflate means zlib, but servers exist that send it bare.
  deflate: (first: number): Transform => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: (_first: number): Transform => createBrotliDecompress(),
  zstd: (_first: number): Transform => createZstdDecompress(),
}

/** How a frame begins (RFC 8878 section 3.1.1), little-endian. */
const zstdFrame = [0x28, 0xb5, 0x2f, 0xfd]

/** How a frame of user data begins (RFC 8878 section 3.1.2): sixteen magic numbers, told apart by their first byte. */
const skippableFrame = (first: number) => [0x50 | (first & 0x0f), 0x2a, 0x4d, 0x18]

/** Whether bytes are the begin of a magic number, or begin with it. */
const beginsAs = (bytes: Uint8Array, magic: ReadonlyArray<number>): boolean =>
  magic.every((byte, at) => at >= bytes.length || bytes[at] === byte)

class State {
  readonly decoded: Gathered
  received = 0
  transform: Transform | undefined
  readonly #coding: Coding
  #frames = 0
  #failure: WebError.WebError | undefined
  #ended = false
  #onStop: (() => void) | undefined

  constructor(coding: Coding, maxBytes: number) {
    this.#coding = coding
    this.decoded = new Gathered(maxBytes)
  }

  /** Decodes what came, and what Node's zstd leaves: it ends with its first frame, a body may have more. */
  write(bytes: Uint8Array): Effect.Effect<void, WebError.WebError> {
    if (this.#ended && !this.#isNextFrame(bytes)) return Effect.void
    if (this.transform === undefined || this.#ended) {
      if (++this.#frames > maxFrames) return Effect.fail(malformed(undefined))
      this.#ended = false
      this.transform = this.#attach(codings[this.#coding](bytes[0] ?? 0))
    }
    const before = this.transform.bytesWritten
    return Effect.flatMap(
      this.settle((transform, done) => transform.write(bytes, done)),
      () => {
        const taken = (this.transform?.bytesWritten ?? 0) - before
        return this.#ended && taken > 0 && taken < bytes.length ? this.write(bytes.subarray(taken)) : Effect.void
      },
    )
  }

  /** Runs one step of the decoder until it has taken it in, has come to its end, or has failed. */
  settle(step: (transform: Transform, done: () => void) => void): Effect.Effect<void, WebError.WebError> {
    return Effect.callback<void, WebError.WebError>((resume) => {
      const done = () => resume(this.#failure === undefined ? Effect.void : Effect.fail(this.#failure))
      if (this.transform === undefined || this.#failure !== undefined || this.#ended) return done()
      // At its own end a decoder drops what else it was given, without a word to whoever wrote it.
      this.#onStop = done
      step(this.transform, done)
    })
  }

  #isNextFrame(bytes: Uint8Array): boolean {
    return this.#coding === "zstd" && (beginsAs(bytes, zstdFrame) || beginsAs(bytes, skippableFrame(bytes[0] ?? 0)))
  }

  #attach(transform: Transform): Transform {
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

  #fail(error: WebError.WebError): void {
    this.#failure ??= error
    this.#onStop?.()
  }
}
