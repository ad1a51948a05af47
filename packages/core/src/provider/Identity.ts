/**
 * Who a provider is, and where and with which key it is asked: read when a call runs, so that what
 * is missing fails that call with `<provider>_not_configured` and nothing before it.
 */
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as WebError from "../domain/WebError.ts"
import * as Credentials from "../ports/Credentials.ts"

/** What the world knows of a provider. */
export interface Identity {
  /** Its name in reasons, settings and variables: small letters and digits, such as `tavily`. */
  readonly name: string
  /** Its name in sentences, such as `Tavily`. */
  readonly title: string
  /**
   * Where its API is, without a slash at the end; none for one that everybody hosts. `PORTHOLE_<NAME>_URL` takes its
   * place.
   */
  readonly url?: string
  /**
   * The variables of its address, of which the first that is set counts, where it isn't `PORTHOLE_<NAME>_URL` alone.
   */
  readonly variables?: readonly [string, ...ReadonlyArray<string>]
  /** Which parts its address may have that are refused elsewhere; credentials are the request's to send. */
  readonly addressMayHold?: ReadonlyArray<AddressPart>
  /**
   * Its key, if it has any: the environment variable that its users already have. Optional is it everywhere, or
   * only `elsewhere` than at {@link url}, for a provider that some host themselves.
   */
  readonly key?: { readonly variable: string; readonly isOptional?: boolean | "elsewhere" }
  /** The variable that switches it off or on, for one that is asked with nothing set. */
  readonly switch?: string
}

/** A part of an address that a provider has no use for, unless it says so. */
export type AddressPart = (typeof parts)[number]

/** What a program says of a provider itself; the rest is read from the environment, and keys from `Credentials`. */
export interface Options {
  readonly url?: string | undefined
  readonly key?: Redacted.Redacted | string | undefined
  /** Whether it may be asked at all; unset, the variable of its switch says, if it has one, else it may. */
  readonly enabled?: boolean | undefined
}

/** Where to ask, and the key. */
export interface Place {
  /** Without a slash at the end, credentials and query. */
  readonly url: string
  /** The address as it was written. */
  readonly address: URL
  readonly key: Redacted.Redacted | undefined
}

/** The variable that says where a provider is: of several, the first. */
export const urlVariable = (identity: Identity): string => urlVariables(identity)[0]

/** Where to ask, or `<provider>_not_configured`, which names what to set and no value of it. */
export const place = Effect.fnUntraced(function* (
  identity: Identity,
  options: Options = {},
): Effect.fn.Return<Place, WebError.WebError> {
  if (!(yield* isEnabled(identity, options))) {
    return yield* Effect.fail(
      notConfigured(identity, `${identity.switch ?? identity.title} is off. Turn it on to use it.`),
    )
  }
  const { text: given, variable } = yield* addressOf(identity, options)
  const key = yield* keyOf(identity, options)
  const needed = identity.key !== undefined && !isOptional(identity, given)
  if (needed && key === undefined) {
    return yield* Effect.fail(notConfigured(identity, `Set ${whatToSet(identity)}.`))
  }
  const text = given === "" ? identity.url : given
  if (text === undefined) return yield* Effect.fail(notConfigured(identity, `Set ${urlVariable(identity)}.`))
  const address = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (address === null || refusedParts(identity).some((part) => has[part](address))) {
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
  return { url: (address.origin + address.pathname).replace(/\/+$/, ""), address, key }
})

/**
 * Whether a call of this tenant has what it needs: the key; where that is optional, the key or an address;
 * where there is no public address, an address. Where keys can't be looked up the answer is yes, so that
 * a store that is down doesn't send searches to somebody else.
 */
export const isConfigured = (identity: Identity, options: Options = {}): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    if (!(yield* isEnabled(identity, options))) return false
    const { text: url } = yield* addressOf(identity, options)
    if (url === "" && identity.url === undefined) return false
    if (identity.key === undefined || (isOptional(identity, url) && url !== "")) return true
    return (yield* keyOf(identity, options)) !== undefined
  }).pipe(Effect.orElseSucceed(() => true))

/** What somebody has to set to use it: the name of a variable, with what else there is. */
export const whatToSet = (identity: Identity): string =>
  identity.key === undefined || (identity.url === undefined && identity.key.isOptional === true)
    ? identity.switch === undefined
      ? urlVariable(identity)
      : `${identity.switch} to on`
    : `${identity.key.variable}, or store the key with \`porthole keys set ${identity.name}\``

/** Signs a request with the key as most providers want it, `Authorization: Bearer`; not where there is no key. */
export const bearer =
  ({ key }: Pick<Place, "key">) =>
  (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest =>
    key === undefined ? request : HttpClientRequest.bearerToken(request, key)

/** The key as a header of its own, such as `x-api-key`; nothing where there is none. */
export const keyHeader = ({ key }: Pick<Place, "key">, name: string): Readonly<Record<string, string>> =>
  key === undefined ? {} : { [name]: Redacted.value(key) }

/** The text of a provider's variable, without blanks around it; the empty text where it isn't set. */
export const readVariable = (identity: Identity, name: string): Effect.Effect<string, WebError.WebError> =>
  Effect.mapError(Credentials.readVariable(name), (cause) => notConfigured(identity, `${name} can't be read.`, cause))

/** `<provider>_not_configured`. */
export const notConfigured = ({ name }: Identity, message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable(name, "not_configured", message, cause)

// --- private --------------------------------------------------------------------------

/** Whether a provider answers without a key at this address; the empty one is its public address. */
const isOptional = ({ key }: Identity, url: string): boolean =>
  key?.isOptional === true || (key?.isOptional === "elsewhere" && url !== "")

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

const urlVariables = ({ name, variables }: Identity): readonly [string, ...ReadonlyArray<string>] =>
  variables ?? [`PORTHOLE_${name.toUpperCase()}_URL`]

/** An address, empty where none is given, and the variable to name where it can't be used. */
interface Given {
  readonly text: string
  readonly variable: string
}

const addressOf = Effect.fnUntraced(function* (
  identity: Identity,
  options: Options,
): Effect.fn.Return<Given, WebError.WebError> {
  const variable = urlVariable(identity)
  const given = options.url?.trim() ?? ""
  if (given !== "") return { text: given, variable }
  for (const name of urlVariables(identity)) {
    const text = yield* readVariable(identity, name)
    if (text !== "") return { text, variable: name }
  }
  return { text: "", variable }
})

const parts = ["credentials", "query", "fragment"] as const

/** What an address of this provider may not have. A fragment is never sent, so it can mean nothing. */
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
    // Where a store of keys is, and why it can't be read, is for the operator.
    Effect.mapError(find({ provider: name, variable: key.variable }), (error) =>
      WebError.unavailable(
        name,
        "not_configured",
        "The stored provider keys can't be read. Try again later, or run `porthole doctor`.",
        error,
      ),
    ),
  )
}
