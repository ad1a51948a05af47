/** Foreign texts and URLs made safe for a log. */

/**
 * A foreign text made safe for a log: characters that could steer a terminal or reorder a line become U+FFFD, and after
 * 2,048 characters it ends in an ellipsis.
 */
export const textForLog = (text: string): string => {
  const printable = text.replace(unprintable, "\ufffd")
  return printable.length > maxLength ? `${printable.slice(0, maxLength)}…` : printable
}

/**
 * A URL, or an attempt at one, made safe for a log: {@link textForLog} of it without credentials. Credentials of a URL
 * inside another are also removed, generously: an `@` after the host, also as `%40`, removes everything between the
 * host and itself, replaced by `/…@`. A text without an `@` stays unchanged.
 */
export const urlForLog = (url: string): string =>
  // Cut last: a cut before the `@` would leave half a password.
  textForLog(withoutCredentials(url))

// --- private --------------------------------------------------------------------------

const maxLength = 2_048

// oxlint-disable-next-line no-control-regex -- the pattern removes control characters
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** An `@`, possibly encoded more than once in a URL inside another. */
const at = /@|%(?:25)*40/

const afterLastAt = (text: string): string => text.split(at).at(-1) ?? ""

/** Patterns are anchored or match in only one way, so that their work is linear in any input. */
const withoutCredentials = (text: string): string => {
  const bare = withoutDropped(text)
  if (!at.test(bare)) return text
  const url = afterLastAt(authority.exec(bare)?.[1] ?? "").length > maxHostLength ? null : URL.parse(bare)
  // Without a readable host it is unknown how far a password reaches.
  return url === null || url.host === ""
    ? `${schemeAndSlashes.exec(bare)?.[0] ?? ""}${afterLastAt(bare)}`
    : `${url.protocol}//${afterLastAt(url.host)}${pathWithoutCredentials(url.pathname + url.search + url.hash)}`
}

/**
 * A parser's work on a host outside ASCII grows with the square of its length. A name has at most 253 characters (RFC
 * 1035 section 2.3.4), or four times that with escapes.
 */
const maxHostLength = 1_024
const authority = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]*([^/\\?#]*)/i

/** Without characters that the WHATWG parser drops, in which a scheme or an `@` could hide. */
const withoutDropped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the pattern removes control characters
  text.replace(/^[\u0000-\u0020]+/, "").replace(/[\t\n\r]/g, "")

/** No other schemes: they could be a user's name. */
const schemeAndSlashes = /^(?:(?:https?|wss?|ftp):)?[/\\]*/i

const pathWithoutCredentials = (path: string): string => {
  const parts = path.split(at)
  const isKept = parts.length === 1 || (parts.length === 2 && parts[0] === "/")
  return isKept ? path : `/…@${parts.at(-1) ?? ""}`
}
