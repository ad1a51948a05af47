/**
 * The port to whatever shortens long pages: an extractive summariser or a language model. Its default
 * leaves pages as they are.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** Shortens text. */
export interface CompressorShape {
  /**
   * The text, shortened by the instruction (what to keep, in words); `undefined` leaves the text as it is.
   * Fails with `compression_failed`.
   */
  readonly compress: (text: string, instruction: string) => Effect.Effect<string | undefined, WebError>
}

/** Leaves every text as it is. */
export const none: CompressorShape = { compress: () => Effect.undefined }

/** The compressor in force; {@link none} unless a layer is provided. */
export const Compressor: Context.Reference<CompressorShape> = Context.Reference<CompressorShape>(
  "@porthole/core/Compressor",
  { defaultValue: () => none },
)
