/**
 * Checks every provider: whether it is configured, whether a search would call it, whether it answers, and what to set
 * or fix. For an operator, so it says more than a model sees.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Conversation, Settings, WebBackend, WebError, webSearch } from "@porthole/core"
import { Credentials } from "@porthole/stores"
import * as Provider from "@porthole/provider-kit"
import * as Node from "../node/node.ts"
import * as ProviderName from "../providers/ProviderName.ts"
import { ToolSettings } from "../settings/ToolSettings.ts"
import { isConfigured, load, type ProviderOptions, setUpHint } from "../providers/Providers.ts"

/** The findings about one provider. */
export interface Finding {
  readonly provider: ProviderName.ProviderName
  readonly configured: boolean
  /** Whether a search would call it, under the setting `provider`. */
  readonly used: boolean
  /** Whether it answered a search, with hits or without; absent if it wasn't called. */
  readonly reachable?: boolean
  /** Why it didn't answer. */
  readonly error?: WebError.Wire
  /** The cause of the error, in one line, if known. */
  readonly detail?: string
  /** The setting to change, in a sentence. */
  readonly advice?: string
}

/** The test query: the least that shows that a search works. */
export const probe = { query: "porthole", max_results: 1 } as const

/**
 * Checks every provider, in the order of `auto`. With `probes`, each configured provider in use gets one real search,
 * which may cost what a search costs there; all concurrently, and without caches.
 */
export const examine = (options: {
  readonly probes: boolean
  readonly providers?: ProviderOptions
}): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { provider: chosen } = yield* Settings.Settings
    const { providers = {} } = options
    const { names } = ProviderName
    const configured = new Map(
      yield* Effect.forEach(names, (name) =>
        Effect.map(isConfigured(name, providers[name]), (isSet) => [name, isSet] as const),
      ),
    )
    const isAnyConfigured = ProviderName.nonPublicNames.some((name) => configured.get(name) === true)
    const isUsed = (name: ProviderName.ProviderName): boolean => {
      if (chosen !== "auto") return chosen.includes(name)
      return ProviderName.isPublic(name)
        ? !isAnyConfigured && configured.get(name) === true
        : configured.get(name) === true
    }
    return yield* Effect.forEach(
      names,
      Effect.fnUntraced(function* (name): Effect.fn.Return<Finding> {
        const { identity } = yield* Effect.promise(load[name])
        const commands = yield* Provider.OperatorCommands
        const finding = { provider: name, configured: configured.get(name) === true, used: isUsed(name) }
        if (!finding.configured) return { ...finding, advice: yield* setUpHint(name) }
        // A key that can't be looked up counts as present, because an operator must see the error.
        const endpointError =
          identity.key === undefined || identity.url === undefined
            ? Option.none()
            : yield* failureOf(Provider.resolveEndpoint(identity, providers[name]))
        if (Option.isSome(endpointError)) {
          return { ...finding, ...errorFields(endpointError.value, identity, commands, undefined) }
        }
        if (!finding.used || !options.probes) return finding
        const error = yield* probeErrorOf(name, providers[name])
        const address = yield* addressToCheck(identity, providers[name])
        return Option.match(error, {
          onNone: () => ({ ...finding, reachable: true }),
          onSome: (error) => ({ ...finding, reachable: false, ...errorFields(error, identity, commands, address) }),
        })
      }),
      { concurrency: "unbounded" },
    )
  }).pipe(Effect.scoped, Effect.provide(Node.credentials()))

// --- private --------------------------------------------------------------------------

const probeErrorOf = (
  name: ProviderName.ProviderName,
  options: Provider.Options | undefined,
): Effect.Effect<Option.Option<WebError.WebError>> =>
  Effect.provide(
    webSearch(probe),
    WebBackend.layer({
      search: Credentials.bound(Effect.flatMap(Effect.promise(load[name]), ({ makeSearch }) => makeSearch(options))),
      extract: WebBackend.unavailable,
    }).pipe(Layer.provide(Node.providerServices), Layer.fresh),
  ).pipe(
    // A conversation of its own, so that the check doesn't use up the budget of another one.
    Effect.provideServiceEffect(
      Conversation.Conversation,
      Effect.map(Conversation.Conversation, ({ tenant }) => ({ id: `doctor/${name}`, tenant })),
    ),
    failureOf,
  )

const failureOf = <A>(effect: Effect.Effect<A, WebError.WebError>): Effect.Effect<Option.Option<WebError.WebError>> =>
  Effect.match(effect, { onFailure: Option.some, onSuccess: () => Option.none() })

const errorFields = (
  error: WebError.WebError,
  identity: Provider.Identity,
  commands: Provider.OperatorCommandsShape,
  address: string | undefined,
) => ({
  error: error.wire,
  ...detailOf(error),
  ...adviceOn(error, identity, commands, address),
})

/** The setting that may be wrong if a provider can't be reached: none for a public address without a proxy. */
const addressToCheck = (
  identity: Provider.Identity,
  options: Provider.Options | undefined,
): Effect.Effect<string | undefined> =>
  Effect.gen(function* () {
    const { url } = yield* Provider.resolveEndpoint(identity, options)
    if (url !== identity.url) return Provider.urlVariable(identity)
    return (yield* ToolSettings).egress_proxy === undefined ? undefined : "PORTHOLE_EGRESS_PROXY"
  }).pipe(Effect.orElseSucceed(() => undefined))

/** The system's own words (`connect ECONNREFUSED …`); other messages can contain a URL, and a URL a key. */
const detailOf = (error: WebError.WebError): { readonly detail?: string } => {
  const own = WebError.chainOf(WebError.causeOf(error)).find(
    (cause) => cause instanceof Credentials.CredentialsError || ("code" in cause && "syscall" in cause),
  )
  return own === undefined ? {} : { detail: own.message }
}

/** Advice that the message lacks. */
const adviceOn = (
  error: WebError.WebError,
  identity: Provider.Identity,
  commands: Provider.OperatorCommandsShape,
  address: string | undefined,
): { readonly advice?: string } => {
  const fault = error.reason?.slice(identity.name.length + 1)
  if (fault === "unreachable" && address !== undefined && "detail" in detailOf(error)) {
    return { advice: `Check ${address}.` }
  }
  if (fault === "unauthorized" && identity.key === undefined) {
    return { advice: "Set PORTHOLE_USER_AGENT_URL to a page about you: some services refuse requests without one." }
  }
  if (fault === "unauthorized" || fault === "quota_exceeded")
    return { advice: `Set ${Provider.whatToSet(identity, commands)}.` }
  return error.error === "timeout" ? { advice: "Raise PORTHOLE_SEARCH_TIMEOUT." } : {}
}
