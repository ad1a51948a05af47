/**
 * The port to a compressor that shortens long pages, by selecting sentences or by a language model
 * (`@porthole/core/compressors`). Its default leaves pages unchanged.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** How a text is shortened. */
export interface CompressOptions {
  /** The instruction what to keep: the setting `compress_instruction`. */
  readonly instruction: string
  /** The call's question, if it has one. */
  readonly query: string | undefined
  /** Maximum characters (UTF-16 units) of the result; the caller cuts a longer one. */
  readonly maxLength: number
}

/** Shortens text. */
export interface CompressorShape {
  /** The shortened text; `undefined` leaves the text unchanged. Fails with `compression_failed`. */
  readonly compress: (text: string, options: CompressOptions) => Effect.Effect<string | undefined, WebError>
}

/** Leaves every text unchanged. */
export const none: CompressorShape = { compress: () => Effect.undefined }

/** The current compressor; {@link none} unless a layer is provided. */
export const Compressor: Context.Reference<CompressorShape> = Context.Reference<CompressorShape>(
  "@porthole/core/Compressor",
  { defaultValue: () => none },
)
