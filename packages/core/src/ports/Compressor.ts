/**
 * The port to whatever shortens long pages: a selection of sentences or a language model
 * (`@porthole/core/compressors`). Its default leaves pages as they are.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** How a text is shortened. */
export interface CompressOptions {
  /** What is kept, in words: the setting `compress_instruction`. */
  readonly instruction: string
  /** The question of the call, if it has one. */
  readonly query: string | undefined
  /** Most characters (UTF-16 units) of the result; the caller cuts a longer one. */
  readonly maxLength: number
}

/** Shortens text. */
export interface CompressorShape {
  /** The shortened text; `undefined` leaves the text as it is. Fails with `compression_failed`. */
  readonly compress: (text: string, options: CompressOptions) => Effect.Effect<string | undefined, WebError>
}

/** Leaves every text as it is. */
export const none: CompressorShape = { compress: () => Effect.undefined }

/** The compressor in force; {@link none} unless a layer is provided. */
export const Compressor: Context.Reference<CompressorShape> = Context.Reference<CompressorShape>(
  "@porthole/core/Compressor",
  { defaultValue: () => none },
)
