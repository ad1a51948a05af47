/** Titles of feeds: HTML of one line, in which what follows it in the page of its entry must not end up. */

/** Characters of a title, with its markup, and of what a feed says of itself. */
export const longestMarkup = 4_000

/**
 * Whether nothing of what comes after a title would be taken for a part of it, nor the title for one of its own: it has no comment, no
 * heading, no tag without an end, and no element that holds text alone or that an end of one around it doesn't close.
 */
export const isClosed = (title: string): boolean => title.length <= longestMarkup && closed.test(title)

// --- private --------------------------------------------------------------------------

/** Each part of it begins with a sign of its own, so that there is one way to read a text. */
const closed =
  /^(?:[^<]|<(?![a-z!?/])|<\/?(?!(?:script|style|textarea|title|xmp|iframe|applet|marquee|object|table|noembed|noframes|noscript|plaintext|template|select|svg|math|h[1-6])\b)[a-z](?:[^<>"']|"[^"<>]*"|'[^'<>]*')*>)*$/i
