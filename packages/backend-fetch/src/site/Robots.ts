/**
 * The rules of a site's robots.txt for us (RFC 9309): {@link parse} returns the rules of our group, {@link allows}
 * checks a path against them.
 *
 * The site writes the file and a stranger the path, so the work on both is bounded: a file is read in one pass, no
 * regular expression is built from it, and pattern matching counts its steps.
 */
import * as Schema from "effect/Schema"
import { Usage } from "@porthole/core"
import * as UsagePreferences from "./UsagePreferences.ts"

/**
 * The rules of one group, as patterns in the form that {@link allows} compares (section 2.2.2), the longest first.
 * `crawl_delay` is in seconds, at most {@link maxCrawlDelay}.
 */
export const Robots = Schema.Struct({
  allow: Schema.Array(Schema.String),
  disallow: Schema.Array(Schema.String),
  crawl_delay: Schema.optionalKey(
    Schema.Finite.check(Schema.makeFilter((seconds) => seconds >= 0 && seconds <= maxCrawlDelay)),
  ),
  /** The site's preferences about the use of its content, for paths that match. */
  usage: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, preferences: Usage.Usage }))),
  /** The sitemaps that the file names (sitemaps.org/protocol.html), whatever its groups say. */
  sitemaps: Schema.optionalKey(Schema.Array(Schema.String)),
})
export type Robots = typeof Robots.Type

/** Maximum Crawl-delay, in seconds; a longer one is shortened to it. No RFC defines the line. */
export const maxCrawlDelay = 10

/** Maximum octets of a file that are read; section 2.5 requires at least 500 KiB. */
export const maxOctets = 512_000

/** Maximum steps of checking one path; a file that needs more disallows everything. */
export const maxSteps = 5_000_000

/** The rules if there is no file (section 2.3.1.3), or no group for us (section 2.2.1). */
export const everything: Robots = { allow: [], disallow: [] }

/** The rules if the file is unreachable (section 2.3.1.4). */
export const nothing: Robots = { allow: [], disallow: ["/"] }

/**
 * The product token of a User-Agent, in lower case: its leading letters, `_` and `-` (section 2.2.1), else `porthole`.
 */
export const productToken = (userAgent: string): string => tokenOf(userAgent) || "porthole"

/**
 * The rules for a product token: those of all groups that name it, else those for `*` (section 2.2.1). A file may hold
 * anything: unknown lines end no group and invalidate no other line (section 2.2.4).
 */
export const parse = (file: Uint8Array, token: string): Robots => {
  const ownAgent = new Group()
  const anyAgent = new Group()
  let current: ReadonlyArray<Group> = []
  const sitemaps: Array<string> = []
  let isNamed = false
  let hasRules = false
  for (const line of linesOf(file)) {
    const { key, value } = recordOf(line)
    if (key === "user-agent") {
      const named = /^\*(?:\s|$)/.test(value) ? anyAgent : tokenOf(value) === token ? ownAgent : undefined
      // Consecutive names share the group that follows them.
      if (hasRules) current = []
      if (named !== undefined && !current.includes(named)) current = [...current, named]
      isNamed ||= named === ownAgent
      hasRules = false
    } else if (key === "allow" || key === "disallow") {
      hasRules = true
      if (value !== "") for (const group of current) group[key].push(canonical(value, true))
    } else if (key === "sitemap") {
      if (sitemaps.length < maxSitemaps && value.length <= maxAddress) sitemaps.push(value)
    } else if (isUsageField(key)) {
      for (const group of current) group.addUsage(value)
    } else if (key === "crawl-delay" && /^(?=\.?\d)\d{0,15}(?:\.\d{0,15})?$/.test(value)) {
      for (const group of current) group.delay = Math.max(group.delay ?? 0, Number(value))
    }
  }
  const { rules } = isNamed ? ownAgent : anyAgent
  return sitemaps.length === 0 ? rules : { ...rules, sitemaps }
}

/**
 * Whether a path with its query is allowed: the longest match counts, and on a tie the allowing one (section 2.2.2).
 * The file itself always is.
 */
export const allows = ({ allow, disallow }: Robots, path: string): boolean => {
  const wanted = canonical(path, false)
  if (disallow.length === 0 || wanted === "/robots.txt") return true
  const matcher = new Matcher(wanted)
  const forbidding = disallow.find((pattern) => matcher.matches(pattern))?.length ?? 0
  const allowing = allow.find((pattern) => pattern.length < forbidding || matcher.matches(pattern))?.length ?? -1
  return !matcher.isExhausted && (forbidding === 0 || allowing >= forbidding)
}

/** The site's preferences for a path: those of the longest match, as with rules (draft-ietf-aipref-attach). */
export const usageFor = ({ usage = [] }: Robots, path: string): ReadonlyArray<Usage.Usage> => {
  if (usage.length === 0) return []
  const matcher = new Matcher(canonical(path, false))
  const matching = usage.filter((rule) => matcher.matches(rule.path))
  const longest = Math.max(...matching.map((rule) => rule.path.length))
  return matching.filter((rule) => rule.path.length === longest).map(({ preferences }) => preferences)
}

// --- private --------------------------------------------------------------------------

class Group {
  readonly allow: Array<string> = []
  readonly disallow: Array<string> = []
  readonly usage: Array<{ readonly path: string; readonly preferences: Usage.Usage }> = []
  delay: number | undefined

  /** Adds a statement, with a path before it or for all paths. */
  addUsage(value: string): void {
    if (this.usage.length >= maxUsageRules) return
    const [path = "/"] = /^\/\S*/.exec(value) ?? []
    const preferences = UsagePreferences.read(value.startsWith("/") ? value.slice(path.length) : value)
    if (Object.keys(preferences).length > 0) this.usage.push({ path: canonical(path, true), preferences })
  }

  get rules(): Robots {
    return {
      allow: longestFirst(this.allow),
      disallow: longestFirst(this.disallow),
      ...(this.usage.length === 0 ? {} : { usage: this.usage }),
      ...(this.delay === undefined ? {} : { crawl_delay: Math.min(this.delay, maxCrawlDelay) }),
    }
  }
}

/** Maximum number of sitemaps, and of the characters of each; further and longer ones are ignored. */
const maxSitemaps = 100
const maxAddress = 2_048

/** Maximum number of statements of a group; later ones are ignored. */
const maxUsageRules = 100

const isUsageField = (key: string): boolean => UsagePreferences.fields.some((name) => name === key)

const longestFirst = (patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  patterns.toSorted((a, b) => b.length - a.length)

const tokenOf = (text: string): string => /^[a-z_-]+/i.exec(text)?.[0].toLowerCase() ?? ""

/**
 * The lines of a file, one character per octet: invalid UTF-8 needs no special case, and rules are compared by octets.
 */
const linesOf = (file: Uint8Array): ReadonlyArray<string> => {
  let text = ""
  for (let at = 0; at < file.length; at += 4_096) {
    text += Reflect.apply(String.fromCharCode, undefined, file.subarray(at, at + 4_096))
  }
  return (text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text).split(/\r\n?|\n/)
}
const byteOrderMark = "\u00ef\u00bb\u00bf"

const recordOf = (line: string): { readonly key: string; readonly value: string } => {
  const comment = line.indexOf("#")
  const text = comment === -1 ? line : line.slice(0, comment)
  const colon = text.indexOf(":")
  return colon === -1
    ? { key: "", value: "" }
    : { key: trimmed(text.slice(0, colon)).toLowerCase(), value: trimmed(text.slice(colon + 1)) }
}

/** Trims ASCII blanks only; `trim` could take half of a letter outside ASCII for a blank. */
const trimmed = (text: string): string => {
  let start = 0
  let end = text.length
  // Outside of the text a code is NaN, which ends both loops.
  while (text.charCodeAt(start) <= 0x20) start++
  while (text.charCodeAt(end - 1) <= 0x20) end--
  return text.slice(start, end)
}

/**
 * The form in which octets are compared (sections 2.2.2 and 2.2.3): invalid URL characters percent-encoded, needless
 * escapes decoded, and literal `*` and `$` encoded.
 */
const canonical = (octets: string, isPattern: boolean): string => {
  if (plain.test(octets)) return octets
  const query = octets.indexOf("?")
  const end = isPattern && octets.endsWith("$") ? octets.length - 1 : octets.length
  const compared = octets.slice(0, end).replace(isPattern ? notPlainOrWild : notPlain, (piece, at: number) => {
    if (piece.length === 1) return `%${piece.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
    const octet = String.fromCharCode(Number.parseInt(piece.slice(1), 16))
    const isPlain = unreserved.test(octet) || (query !== -1 && at > query && plainInQuery.includes(octet))
    return isPlain ? octet : piece.toUpperCase()
  })
  return compared + octets.slice(end)
}

/**
 * Characters that need conversion: escapes, wildcards, and octets that are neither reserved nor unreserved in RFC 3986.
 */
const notPlain = /%[0-9a-f]{2}|[^\w\-.~:/?#[\]@!'()+,;=&%]/gi
const notPlainOrWild = /%[0-9a-f]{2}|[^\w\-.~:/?#[\]@!'()+,;=&%*]/gi
/** A line that needs no conversion, as most do. */
const plain = /^[\w\-.~:/?#[\]@!'()+,;=&]*$/
const unreserved = /[\w\-.~]/

/**
 * Characters that aren't delimiters in a query, so that their encoded form means the same (RFC 3986 section 3.4; the
 * table of section 2.2.2).
 */
const plainInQuery = "/:?@'"

/** Matches patterns with one path, and counts its steps over all of them. */
class Matcher {
  readonly #path: string
  #steps = 0

  constructor(path: string) {
    this.#path = path
  }

  get isExhausted(): boolean {
    return this.#steps > maxSteps
  }

  /** Whether the path begins with the pattern, or equals it if the pattern ends in `$`. */
  matches(pattern: string): boolean {
    const path = this.#path
    const length = path.length
    const isWhole = pattern.endsWith("$")
    const end = isWhole ? pattern.length - 1 : pattern.length
    let left = maxSteps - this.#steps
    const all = left
    let isMatch = false
    let at = 0
    let next = 0
    // Only the last `*` is retried: it can also match anything that an earlier one could.
    let afterStar = -1
    let retryAt = 0
    while (left-- > 0) {
      if (next === end && (!isWhole || at === length)) {
        isMatch = true
        break
      }
      const wanted = next < end ? pattern.charCodeAt(next) : -1
      if (wanted === star) {
        afterStar = ++next
        retryAt = at
      } else if (at === length) break
      else if (wanted === path.charCodeAt(at)) {
        next++
        at++
      } else if (afterStar === -1) break
      else {
        next = afterStar
        at = ++retryAt
      }
    }
    this.#steps += all - left
    return isMatch
  }
}

const star = "*".charCodeAt(0)
