/** Who Jina is, and where: its reader answers without a key, too, its search at another address doesn't. */
import * as Effect from "effect/Effect"
import { Variable, WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"

/** The reader, which is asked at `PORTHOLE_JINA_URL` where that is set. */
export const identity: Provider.Identity = {
  name: "jina",
  title: "Jina",
  url: "https://r.jina.ai",
  key: { variable: "JINA_API_KEY", isOptional: true },
}

/** The search, which is asked at `PORTHOLE_JINA_SEARCH_URL` where that is set, else at the reader's where that is. */
export const searchIdentity: Provider.Identity = {
  name: "jina",
  title: "Jina",
  url: "https://s.jina.ai",
  variable: "PORTHOLE_JINA_SEARCH_URL",
  key: { variable: "JINA_API_KEY" },
}

/** The address of the search that the options or the environment say; `undefined` leaves it to the kit. */
export const searchUrl = Effect.fnUntraced(function* (
  given: string | undefined,
): Effect.fn.Return<string | undefined, WebError.WebError> {
  if ((given?.trim() ?? "") !== "") return given
  const own = yield* read(Provider.urlVariable(searchIdentity))
  return own === "" ? yield* read(Provider.urlVariable(identity)) : undefined
})

// --- private --------------------------------------------------------------------------

const read = (variable: string): Effect.Effect<string, WebError.WebError> =>
  Effect.mapError(Variable.read(variable), (cause) =>
    WebError.unavailable(identity.name, "not_configured", `${variable} can't be read.`, cause),
  )
