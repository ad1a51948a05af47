/** Checks the services that read pages for us, under the setting `reader`: whether each has its address and key. */
import * as Effect from "effect/Effect"
import { Settings } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"
import * as Node from "../node/node.ts"
import * as ProviderName from "../providers/ProviderName.ts"
import { load } from "../providers/Providers.ts"

/** The finding about one reader. */
export interface ReaderFinding {
  readonly part: "reader"
  readonly place: "service"
  /** Its name, and what is missing. */
  readonly detail: string
}

/** Looks at every service of the setting. None is asked, because a page costs. */
export const examine: Effect.Effect<ReadonlyArray<ReaderFinding>> = Effect.gen(function* () {
  const { reader } = yield* Settings.Settings
  return yield* Effect.forEach(reader.filter(ProviderName.isPageProviderName), (name) =>
    Effect.map(missing(name), (words): ReaderFinding => ({
      part: "reader",
      place: "service",
      detail: `${name}: ${words ?? "configured"}`,
    })),
  )
}).pipe(Effect.scoped, Effect.provide(Node.credentials()))

// --- private --------------------------------------------------------------------------

/** What to set for a reader, in a sentence; `undefined` if nothing is missing. */
const missing = (name: ProviderName.PageProviderName): Effect.Effect<string | undefined> =>
  Effect.promise(load[name]).pipe(
    Effect.flatMap((provider) => Provider.resolveEndpoint(provider.readerIdentity ?? provider.identity)),
    Effect.match({ onFailure: ({ message }) => message, onSuccess: () => undefined }),
  )
