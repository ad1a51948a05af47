/** Our reader with its formats, isolated as the settings say. This loads how formats are recognised, not what reads them. */
import { type Extractor, Settings } from "@porthole/core"
import { Reader } from "@porthole/extract"
import { pdf } from "@porthole/extract-pdf"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Reads documents. Its threads or processes live as long as the layer. */
export const layer: Layer.Layer<Extractor.Extractor> = Layer.unwrap(
  Effect.map(Settings.Settings, ({ extract_isolation }) =>
    Reader.layer({ formats: [...Reader.formats, pdf], isolation: extract_isolation }),
  ),
)
