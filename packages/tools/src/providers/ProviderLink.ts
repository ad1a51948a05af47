/** A provider as a link of a chain: loaded when it is first looked at. */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Scope from "effect/Scope"
import { type WebBackend, WebError } from "@porthole/core"
import * as Provider from "@porthole/core/provider"
import * as ProviderName from "./ProviderName.ts"
import { load } from "./Providers.ts"

/** A half as a link: whose it is, and whether it has what it needs. */
export interface Link<Method> {
  readonly provider: string
  readonly half: WebBackend.Half<Method, never, HttpClient.HttpClient | Scope.Scope>
  /** Left out where only asking tells: a reader that is named may answer without a key. */
  readonly isConfigured?: Effect.Effect<boolean>
  readonly setUp?: Effect.Effect<string>
  readonly keyless: boolean
}

/** The search of a provider. */
export const search = (name: ProviderName.ProviderName, options?: Provider.Options): Link<WebBackend.Search> => ({
  provider: name,
  half: late(() => load[name]().then(({ makeSearch }) => makeSearch(options))),
  isConfigured: isConfigured(name, options),
  setUp: setUp(name),
  keyless: ProviderName.isKeyless(name),
})

/** A name that is no provider's, in the place of a link: each call fails, and nobody is asked instead. */
export const unknown = (name: string): Link<() => Effect.Effect<never, WebError.WebError>> => ({
  provider: name,
  half: Effect.succeed(() =>
    Effect.fail(WebError.unavailable(name, "not_configured", `There is no such provider as ${name}.`)),
  ),
  keyless: false,
})

/** The reader of a provider. */
export const extract = (name: ProviderName.ReadingName, options?: Provider.Options): Link<WebBackend.Extract> => ({
  provider: name,
  half: late(() => load[name]().then(({ makeExtract }) => makeExtract(options))),
  keyless: false,
})

/** Whether a provider has what it needs for a call of this tenant, and may be asked at all. */
export const isConfigured = (name: ProviderName.ProviderName, options?: Provider.Options): Effect.Effect<boolean> =>
  Effect.flatMap(Effect.promise(load[name]), (provider) => provider.isConfigured(options))

/** What somebody has to set to use a provider that isn't configured, in a sentence. */
export const setUp = (name: ProviderName.ProviderName): Effect.Effect<string> =>
  Effect.map(Effect.promise(load[name]), ({ identity }) => `Set ${Provider.whatToSet(identity)}.`)

// --- private --------------------------------------------------------------------------

/** A half that is loaded and made at its first call. */
const late = <A, B, R = never>(
  load: () => Promise<WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, R | Scope.Scope>>,
): WebBackend.Half<(input: A) => Effect.Effect<B, WebError.WebError>, never, R | Scope.Scope> =>
  Effect.flatMap(Effect.context<R | Scope.Scope>(), (context) =>
    Effect.map(
      Effect.cached(Effect.provideContext(Effect.flatten(Effect.promise(load)), context)),
      (method) => (input) => Effect.flatMap(method, (call) => call(input)),
    ),
  )
