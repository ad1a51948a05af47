/**
 * Where the API is: `PORTHOLE_JSON_URL` as it is written. A slash at its end means something to some servers, and a
 * query of its own, such as `?format=json`, is sent along with each search.
 */
import * as Effect from "effect/Effect"
import { Variable, WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"

/** An address: the whole of it, and what of it the kit looks at: all but its query. */
export interface Address {
  readonly full: string
  readonly base: string
}

/** Reads the argument, else the variable. Whether it can be used is the kit's to say; blank is unset. */
export const read = Effect.fnUntraced(function* (
  identity: Provider.Identity,
  argument: string | undefined,
): Effect.fn.Return<Address, WebError.WebError> {
  const given = argument?.trim() ?? ""
  const variable = Provider.urlVariable(identity)
  const full =
    given === ""
      ? yield* Effect.mapError(Variable.read(variable), (cause) =>
          WebError.unavailable(identity.name, "not_configured", `${variable} can't be read.`, cause),
        )
      : given
  return { full, base: full.replace(/\?[^#]*/, "") }
})
