/** A compressor without a model: the passages that answer the call's query, within its budget. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Passages from "./Passages.ts"
import { Compressor, type CompressorShape } from "../ports/Shortening.ts"

/**
 * Shortens a text to its passages for the query, joined by marks. A text stays as it is if it fits, if nothing in it
 * matches, or if there is no query. It fails only as `overloaded`, where too many texts are being worked on.
 */
export const extractive: Layer.Layer<never> = Layer.sync(Compressor, () => ({ compress }))

// --- private --------------------------------------------------------------------------

const compress: CompressorShape["compress"] = (text, { maxLength, query }) =>
  query === undefined || text.length <= maxLength
    ? Effect.undefined
    : Effect.map(Passages.select({ text, mainLength: text.length }, query, maxLength), ({ content }) =>
        content === "" ? undefined : content,
      )
