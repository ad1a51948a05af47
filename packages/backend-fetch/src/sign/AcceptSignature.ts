/**
 * Reads a site's request for a signature, `Accept-Signature` (RFC 9421 section 5.1): a dictionary whose members are
 * lists of components with parameters, such as `sig1=("@authority");tag="web-bot-auth"`. A request that isn't for Web
 * Bot Auth, or asks for more than we sign, is none.
 */

/** A wanted signature. */
export interface Wanted {
  readonly label: string
  /** The components besides the usual ones, by their names. */
  readonly components: ReadonlyArray<string>
  /** The nonce that the site demands. */
  readonly nonce: string | undefined
}

/** The tag of signatures of Web Bot Auth. */
export const tag = "web-bot-auth"

/** Maximum characters of the field; a longer one is no request. */
export const maxLength = 4_096

/** The first wanted signature that a key of this id can make, over components that can be signed. */
export const read = (
  field: string,
  { canSign, keyid }: { readonly canSign: (component: string) => boolean; readonly keyid: string },
): Wanted | undefined => {
  if (field.length > maxLength || !printable.test(field)) return undefined
  const reader = new Reader(field)
  do {
    const label = reader.take(/[a-z*][a-z0-9_.*-]{0,63}/y)
    if (label === undefined || reader.take(/=\( */y) === undefined) return undefined
    const names: Array<string | undefined> = []
    for (let name = reader.string(); name !== undefined; name = reader.string()) {
      const parameters = reader.parameters()
      if (parameters === undefined) return undefined
      names.push(isPlain(name, parameters, label) && canSign(name) ? name : undefined)
      reader.take(/ +/y)
    }
    const parameters = reader.take(/\)/y) === undefined ? undefined : reader.parameters()
    if (parameters === undefined) return undefined
    const components = names.filter((name) => name !== undefined)
    if (components.length === names.length && fits(parameters, keyid)) {
      return { label, components: [...new Set(components)], nonce: parameters.get("nonce") }
    }
  } while (reader.take(/[ \t]*,[ \t]*/y) !== undefined)
  return undefined
}

// --- private --------------------------------------------------------------------------

const printable = /^[\t\x20-\x7e]*$/

/** Parameters with a text, and those with another value as `undefined`. */
type Parameters = ReadonlyMap<string, string | undefined>

/** Whether a component is the whole of a value, or the member of `Signature-Agent` that we send. */
const isPlain = (name: string, parameters: Parameters, label: string): boolean =>
  parameters.size === 0 || (name === "signature-agent" && parameters.size === 1 && parameters.get("key") === label)

const fits = (parameters: Parameters, keyid: string): boolean =>
  (parameters.get("tag") ?? tag) === tag &&
  (parameters.get("keyid") ?? keyid) === keyid &&
  (parameters.get("alg") ?? "ed25519") === "ed25519" &&
  (parameters.get("nonce") ?? "").length <= maxNonceLength

const maxNonceLength = 256

/** Reads a structured field (RFC 9651) from its beginning. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Takes what a sticky expression matches here. */
  take(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    const [taken] = expression.exec(this.#text) ?? []
    this.#at += taken?.length ?? 0
    return taken
  }

  /** A string without escapes: neither a component nor a nonce needs them. */
  string(): string | undefined {
    return this.take(/"[^"\\]*"/y)?.slice(1, -1)
  }

  parameters(): Parameters | undefined {
    const parameters = new Map<string, string | undefined>()
    while (this.take(/; */y) !== undefined) {
      const name = this.take(/[a-z*][a-z0-9_.*-]*/y)
      if (name === undefined) return undefined
      const hasValue = this.take(/=/y) !== undefined
      const text = hasValue ? this.string() : undefined
      if (hasValue && text === undefined && this.take(/[\w?:/*!#$%&'+.^`|~=-]+/y) === undefined) return undefined
      parameters.set(name, text)
    }
    return parameters
  }
}
