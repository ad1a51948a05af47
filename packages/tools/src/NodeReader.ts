/** Our reader, isolated as the settings say. Whoever imports this loads its formats, but none of the libraries that read them. */
import { type Extractor, Settings } from "@porthole/core"
import { Reader } from "@porthole/extract"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const layers: { readonly [K in Settings.SettingsShape["extract_isolation"]]: Layer.Layer<Extractor.Extractor> } = {
  thread: Reader.layer,
  process: Reader.layerIsolated,
  none: Reader.layerInline,
}

/** Reads documents. Its threads or processes live as long as the layer. */
export const layer: Layer.Layer<Extractor.Extractor> = Layer.unwrap(
  Effect.map(Settings.Settings, ({ extract_isolation }) => layers[extract_isolation]),
)
