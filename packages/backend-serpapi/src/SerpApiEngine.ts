/** Which engine is asked: an option, or `PORTHOLE_SERPAPI_ENGINE`, read when a search runs. */
import * as Effect from "effect/Effect"
import { Variable, type WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"

/** The engines that we speak to through SerpAPI. */
export type SerpApiEngine = (typeof engines)[number]

/** The engine, or `serpapi_not_configured` for a name that isn't among them. */
export const read = Effect.fnUntraced(function* (
  identity: Provider.Identity,
  given: SerpApiEngine | undefined,
): Effect.fn.Return<SerpApiEngine, WebError.WebError> {
  const text =
    given ??
    (yield* Effect.mapError(Variable.read(variable), (cause) =>
      Provider.notConfigured(identity, `${variable} can't be read.`, cause),
    ))
  const engine = text === "" ? "google" : engines.find((name) => name === text.toLowerCase())
  return (
    engine ??
    (yield* Effect.fail(
      Provider.notConfigured(identity, `${variable} can't be used: expected one of ${engines.join(", ")}.`),
    ))
  )
})

// --- private --------------------------------------------------------------------------

const engines = ["google", "bing", "duckduckgo"] as const

const variable = "PORTHOLE_SERPAPI_ENGINE"
