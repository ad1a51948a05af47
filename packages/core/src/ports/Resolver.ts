/** The port to name resolution. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"

/** Looks up the current addresses of a host name. */
export class Resolver extends Context.Service<
  Resolver,
  {
    /**
     * All addresses of a host name, both families, in the order to try them, as text. A name that doesn't exist, an
     * empty answer and a server's failure are all `http_error` / `target_unreachable`; no answer in time is `timeout`.
     * It checks nothing: it returns private addresses, and the policy blocks them.
     */
    readonly resolve: (host: string) => Effect.Effect<ReadonlyArray<string>, WebError>
  }
>()("@porthole/core/Resolver") {}
