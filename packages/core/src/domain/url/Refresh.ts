/**
 * A refresh: the address to which a page moves on by itself, of a `Refresh` header or of the `meta` element that stands
 * for it (HTML Standard, "shared declarative refresh steps").
 */
import * as HttpUrl from "./HttpUrl.ts"

/** Maximum characters of a document that is only a step on the way, and of its readable text; more is a page. */
export const maxSource = 20_000
export const maxText = 200

/**
 * The address in a refresh, as written. Without one a page reloads itself; after more than 10 s it ends what
 * a visitor has read by then, such as a session.
 */
export const writtenIn = (refresh: string): string | undefined =>
  Number.parseFloat(refresh) > maxDelay ? undefined : target.exec(refresh)?.[1]?.trim()

/** The absolute address that a document leads on to; `undefined` for its own, and for one that isn't http or https. */
export const leadingOn = (written: string, base: string): string | undefined => {
  const url = URL.parse(written, base)
  const isElsewhere = url !== null && HttpUrl.withoutFragment(url.href) !== HttpUrl.withoutFragment(base)
  return isElsewhere && HttpUrl.isHttp(url) && url.href.length <= HttpUrl.maxLength ? url.href : undefined
}

// --- private --------------------------------------------------------------------------

/** Maximum delay of a step on the way, in seconds. */
const maxDelay = 10

const target = /^\s*[\d.]+(?:\s*[;,]|\s(?!\s*[;,]))\s*(?!\s*url\s*=["'\s]*$)(?:url\s*=\s*)?["']?([^"']+)/i
