/**
 * A provider's identity, and its address and key. Address and key are read when a call runs, so that a missing one
 * fails only that call, with `<provider>_not_configured`.
 */
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import { WebError } from "@porthole/core"
import { Credentials, EnvironmentVariable } from "@porthole/stores"
import { OperatorCommands, type OperatorCommandsShape, tryLater } from "./OperatorCommands.ts"

/** The public facts about a provider. */
export interface Identity {
  /** Its name in reasons, settings and variables: small letters and digits, such as `tavily`. */
  readonly name: string
  /** Its name in sentences, such as `Tavily`. */
  readonly title: string
  /**
   * The address of its public API, without a trailing slash; absent if there is none, because operators host their own.
   * A variable of {@link urlVariables} replaces it.
   */
  readonly url?: string
  /** The environment variables of its address; the first one that is set counts. Default: `PORTHOLE_<NAME>_URL`. */
  readonly urlVariables?: readonly [string, ...ReadonlyArray<string>]
  /**
   * Parts that its address may have, though other providers' addresses may not. {@link Endpoint.url} lacks them; the
   * provider takes them from {@link Endpoint.fullUrl}.
   */
  readonly addressMayHold?: ReadonlyArray<AddressPart>
  /**
   * Its key, if it has one: the environment variable that its users already have. `isOptional` is `true` if no address
   * needs a key, or `self-hosted` if only {@link url} needs one, because users can host the provider. `storedAs` is its
   * name in a key store, if a second service of the provider has a key of its own. Default: {@link name}.
   */
  readonly key?: {
    readonly variable: string
    readonly isOptional?: boolean | "self-hosted"
    readonly storedAs?: string
  }
  /** The variable that turns it on or off, for one that needs no configuration. */
  readonly switch?: string
}

/** A part of an address that is refused unless the provider uses it. */
export type AddressPart = (typeof parts)[number]

/** A program's options for a provider; the environment supplies the others, and `Credentials` the keys. */
export interface Options {
  readonly url?: string | undefined
  readonly key?: Redacted.Redacted | string | undefined
  /** Whether it may be called at all. By default the variable of its switch decides, if it has one. */
  readonly enabled?: boolean | undefined
}

/** The address and the key. */
export interface Endpoint {
  /** The address without a trailing slash, credentials, query and fragment. */
  readonly url: string
  /** The address as it was written. */
  readonly fullUrl: URL
  readonly key: Redacted.Redacted | undefined
}

/** The variable of a provider's address: of several, the first. */
export const urlVariable = (identity: Identity): string => urlVariablesOf(identity)[0]

/**
 * Resolves the address and the key, or fails with `<provider>_not_configured`, which names the setting and no value.
 */
export const resolveEndpoint = Effect.fnUntraced(function* (
  identity: Identity,
  options: Options = {},
): Effect.fn.Return<Endpoint, WebError.WebError> {
  if (!(yield* isEnabled(identity, options))) {
    return yield* Effect.fail(
      notConfigured(identity, `${identity.switch ?? identity.title} is off. Turn it on to use it.`),
    )
  }
  const { text: given, variable } = yield* addressOf(identity, options)
  const key = yield* keyOf(identity, options)
  const needed = identity.key !== undefined && !isOptional(identity, given)
  if (needed && key === undefined) {
    return yield* Effect.fail(notConfigured(identity, `Set ${whatToSet(identity, yield* OperatorCommands)}.`))
  }
  const text = given === "" ? identity.url : given
  if (text === undefined) return yield* Effect.fail(notConfigured(identity, `Set ${urlVariable(identity)}.`))
  const fullUrl = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (fullUrl === null || refusedParts(identity).some((part) => has[part](fullUrl))) {
    return yield* Effect.fail(
      notConfigured(
        identity,
        `${variable} can't be used: expected an absolute http(s) URL${without(refusedParts(identity))}.`,
      ),
    )
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(Redacted.value(key))) {
    return yield* Effect.fail(
      notConfigured(
        identity,
        `The key for ${identity.title} can't be used: expected printable ASCII characters without spaces.`,
      ),
    )
  }
  return { url: (fullUrl.origin + fullUrl.pathname).replace(/(?<!\/)\/+$/, ""), fullUrl, key }
})

/**
 * Whether a provider is configured for the call's tenant: it is on and has an address, its public one or one that is
 * set. If it takes a key, the key is also there, or an address is set at which the key is optional. If keys can't be
 * looked up the answer is yes, so that a store that is down sends no search to another provider.
 */
export const isConfigured = (identity: Identity, options: Options = {}): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    if (!(yield* isEnabled(identity, options))) return false
    const { text: url } = yield* addressOf(identity, options)
    if (url === "" && identity.url === undefined) return false
    if (identity.key === undefined || (isOptional(identity, url) && url !== "")) return true
    return (yield* keyOf(identity, options)) !== undefined
  }).pipe(Effect.orElseSucceed(() => true))

/** What to set to use it: the name of a variable, and the command that stores a key, if there is one. */
export const whatToSet = (identity: Identity, { storeKey }: OperatorCommandsShape): string => {
  if (identity.key === undefined || (identity.url === undefined && identity.key.isOptional === true))
    return identity.switch === undefined ? urlVariable(identity) : `${identity.switch} to on`
  const { variable } = identity.key
  return storeKey === undefined ? variable : `${variable}, or store the key with \`${storeKey(identity.name)}\``
}

/** Adds the key as `Authorization: Bearer`, as most providers require; without a key the request stays unchanged. */
export const bearer =
  ({ key }: Pick<Endpoint, "key">) =>
  (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest =>
    key === undefined ? request : HttpClientRequest.bearerToken(request, key)

/** The key as a header of its own, such as `x-api-key`; empty without a key. */
export const keyHeader = ({ key }: Pick<Endpoint, "key">, name: string): Readonly<Record<string, string>> =>
  key === undefined ? {} : { [name]: Redacted.value(key) }

/** The trimmed text of a provider's variable; empty if it isn't set. */
export const readVariable = (identity: Identity, name: string): Effect.Effect<string, WebError.WebError> =>
  Effect.mapError(EnvironmentVariable.readVariable(name), (cause) =>
    notConfigured(identity, `${name} can't be read.`, cause),
  )

/** `<provider>_not_configured`. */
export const notConfigured = ({ name }: Identity, message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable(name, "not_configured", message, cause)

// --- private --------------------------------------------------------------------------

/** Whether a provider answers without a key at this address; an empty one stands for its public API. */
const isOptional = ({ key }: Identity, url: string): boolean =>
  key?.isOptional === true || (key?.isOptional === "self-hosted" && url !== "")

const isEnabled = Effect.fnUntraced(function* (
  identity: Identity,
  { enabled }: Options,
): Effect.fn.Return<boolean, WebError.WebError> {
  if (enabled !== undefined || identity.switch === undefined) return enabled ?? true
  const text = (yield* readVariable(identity, identity.switch)).toLowerCase()
  return (
    switches.get(text) ??
    (yield* Effect.fail(notConfigured(identity, `${identity.switch} can't be used: expected on or off.`)))
  )
})

const switches: ReadonlyMap<string, boolean> = new Map([
  ["", true],
  ["on", true],
  ["true", true],
  ["1", true],
  ["off", false],
  ["false", false],
  ["0", false],
])

const urlVariablesOf = ({ name, urlVariables }: Identity): readonly [string, ...ReadonlyArray<string>] =>
  urlVariables ?? [`PORTHOLE_${name.toUpperCase()}_URL`]

/** An address, empty if none is given, and the variable to name if it isn't valid. */
interface ConfiguredAddress {
  readonly text: string
  readonly variable: string
}

const addressOf = Effect.fnUntraced(function* (
  identity: Identity,
  options: Options,
): Effect.fn.Return<ConfiguredAddress, WebError.WebError> {
  const variable = urlVariable(identity)
  const given = options.url?.trim() ?? ""
  if (given !== "") return { text: given, variable }
  for (const name of urlVariablesOf(identity)) {
    const text = yield* readVariable(identity, name)
    if (text !== "") return { text, variable: name }
  }
  return { text: "", variable }
})

const parts = ["credentials", "query", "fragment"] as const

/** The parts that an address of this provider may not have. A fragment is never sent, so it has no meaning. */
const refusedParts = ({ addressMayHold = [] }: Identity): ReadonlyArray<AddressPart> =>
  parts.filter((part) => !addressMayHold.some((allowed) => allowed === part))

const has: Readonly<Record<AddressPart, (url: URL) => boolean>> = {
  credentials: ({ password, username }) => username !== "" || password !== "",
  query: ({ search }) => search !== "",
  fragment: ({ hash }) => hash !== "",
}

/** Nothing, ` without a`, ` without a and b`, ` without a, b and c`. */
const without = (words: ReadonlyArray<string>): string =>
  words.length === 0
    ? ""
    : ` without ${[words.slice(0, -1).join(", "), ...words.slice(-1)].filter((text) => text !== "").join(" and ")}`

const keyOf = (
  { key, name }: Identity,
  options: Options,
): Effect.Effect<Redacted.Redacted | undefined, WebError.WebError> => {
  const given = Redacted.isRedacted(options.key) ? options.key : Redacted.make(options.key?.trim() ?? "")
  if (Redacted.value(given) !== "") return Effect.succeed(given)
  if (key === undefined) return Effect.undefined
  return Effect.flatMap(Credentials.Credentials, ({ find }) =>
    // The address of a key store, and why it can't be read, are for the operator.
    Effect.catch(find({ provider: key.storedAs ?? name, variable: key.variable }), (error) =>
      Effect.flatMap(tryLater, (advice) => {
        const message = `The stored provider keys can't be read. ${advice}`
        return Effect.fail(WebError.unavailable(name, "not_configured", message, error))
      }),
    ),
  )
}
