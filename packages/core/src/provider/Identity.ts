/**
 * Who a provider is, and where and with which key it is asked: read when a call runs, so that what
 * is missing fails that call with `<provider>_not_configured` and nothing before it.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Credentials } from "../ports/Credentials.ts"
import * as Variable from "../domain/Variable.ts"
import * as WebError from "../domain/WebError.ts"

/** What the world knows of a provider. */
export interface Identity {
  /** Its name in reasons, settings and variables: small letters and digits, such as `tavily`. */
  readonly name: string
  /** Its name in sentences, such as `Tavily`. */
  readonly title: string
  /** Where its API is, without a slash at the end; none for one that everybody hosts. `PORTHOLE_<NAME>_URL` takes its place. */
  readonly url?: string
  /** The variable of its address, where it isn't `PORTHOLE_<NAME>_URL`. */
  readonly variable?: string
  /**
   * Its key, if it has any: the environment variable that its users already have. Optional is it everywhere, or
   * only `elsewhere` than at {@link url}, for a provider that some host themselves.
   */
  readonly key?: { readonly variable: string; readonly isOptional?: boolean | "elsewhere" }
}

/** What a program says of a provider itself; the rest is read from the environment, and keys from `Credentials`. */
export interface Options {
  readonly url?: string | undefined
  readonly key?: Redacted.Redacted | string | undefined
}

/** Where to ask, without a slash at the end, and the key. */
export interface Place {
  readonly url: string
  readonly key: Redacted.Redacted | undefined
}

/** The variable that says where a provider is. */
export const urlVariable = ({ name, variable }: Identity): string => variable ?? `PORTHOLE_${name.toUpperCase()}_URL`

/** Where to ask, or `<provider>_not_configured`, which names what to set and no value of it. */
export const place = Effect.fnUntraced(function* (
  identity: Identity,
  options: Options = {},
): Effect.fn.Return<Place, WebError.WebError> {
  const url = yield* addressOf(identity, options)
  const key = yield* keyOf(identity, options)
  const needed = identity.key !== undefined && !isOptional(identity, url)
  if (needed && key === undefined) {
    return yield* Effect.fail(notConfigured(identity, `Set ${whatToSet(identity)}.`))
  }
  const text = url === "" ? identity.url : url
  if (text === undefined) return yield* Effect.fail(notConfigured(identity, `Set ${urlVariable(identity)}.`))
  const base = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (base === null || base.username !== "" || base.password !== "" || base.search !== "" || base.hash !== "") {
    return yield* Effect.fail(
      notConfigured(
        identity,
        `${urlVariable(identity)} can't be used: expected an absolute http(s) URL without credentials, query and fragment.`,
      ),
    )
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(Redacted.value(key))) {
    return yield* Effect.fail(
      notConfigured(
        identity,
        `The key of ${identity.title} can't be used: it holds blanks or other characters that no key has.`,
      ),
    )
  }
  return { url: base.href.replace(/\/+$/, ""), key }
})

/**
 * Whether a call of this tenant has what it needs: the key; where that is optional, the key or an address;
 * where there is no public address, an address. Where keys can't be looked up the answer is yes, so that
 * a store that is down doesn't send searches to somebody else.
 */
export const isConfigured = (identity: Identity, options: Options = {}): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const url = yield* addressOf(identity, options)
    if (url === "" && identity.url === undefined) return false
    if (identity.key === undefined || (isOptional(identity, url) && url !== "")) return true
    return (yield* keyOf(identity, options)) !== undefined
  }).pipe(Effect.orElseSucceed(() => true))

/** What somebody has to set to use it: the name of a variable, with what else there is. */
export const whatToSet = (identity: Identity): string =>
  identity.key === undefined || (identity.url === undefined && identity.key.isOptional === true)
    ? urlVariable(identity)
    : `${identity.key.variable}, or store the key with \`porthole keys set ${identity.name}\``

/** The key as a header of its own, such as `x-api-key`; nothing where there is none. */
export const keyHeader = ({ key }: Place, name: string): Readonly<Record<string, string>> =>
  key === undefined ? {} : { [name]: Redacted.value(key) }

/** `<provider>_not_configured`. */
export const notConfigured = ({ name }: Identity, message: string, cause?: unknown): WebError.WebError =>
  WebError.unavailable(name, "not_configured", message, cause)

// --- private --------------------------------------------------------------------------

/** Whether a provider answers without a key at this address; the empty one is its public address. */
const isOptional = ({ key }: Identity, url: string): boolean =>
  key?.isOptional === true || (key?.isOptional === "elsewhere" && url !== "")

const addressOf = (identity: Identity, options: Options): Effect.Effect<string, WebError.WebError> => {
  const given = options.url?.trim() ?? ""
  return given === ""
    ? Effect.mapError(Variable.read(urlVariable(identity)), (cause) =>
        notConfigured(identity, `${urlVariable(identity)} can't be read.`, cause),
      )
    : Effect.succeed(given)
}

const keyOf = (
  { key, name }: Identity,
  options: Options,
): Effect.Effect<Redacted.Redacted | undefined, WebError.WebError> => {
  const given = Redacted.isRedacted(options.key) ? options.key : Redacted.make(options.key?.trim() ?? "")
  if (Redacted.value(given) !== "") return Effect.succeed(given)
  if (key === undefined) return Effect.undefined
  return Effect.flatMap(Credentials, ({ find }) =>
    // Where a store of keys is, and why it can't be read, is for the operator.
    Effect.mapError(find({ provider: name, variable: key.variable }), (error) =>
      WebError.unavailable(name, "not_configured", "The keys of providers can't be looked up at present.", error),
    ),
  )
}
