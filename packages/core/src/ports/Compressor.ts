/**
 * The port to whatever shortens long pages: an extractive summariser or a language model. It is
 * optional; a composition without one returns pages as they are.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** Shortens text. */
export class Compressor extends Context.Service<
  Compressor,
  {
    /** The text, shortened by the instruction (what to keep, in words). Fails with `compression_failed`. */
    readonly compress: (text: string, instruction: string) => Effect.Effect<string, WebError>
  }
>()("@porthole/core/Compressor") {}
