/**
 * The URL of a page of a documentation site, from a model's slug or URL. It only builds the text: `WebUrl.parse` with
 * the site's prefix checks it, so nothing here has to enforce the boundary.
 *
 * A text that begins with a scheme (RFC 3986 section 3.1) or with two slashes is a URL and stays unchanged; a page
 * whose slug has a colon in its first segment is `./a:b` (section 4.2). Everything else is a slug.
 */
import * as Result from "effect/Result"
import * as WebUrl from "./WebUrl.ts"
import { invalid } from "../domain/call/Arguments.ts"
import { make, type WebError } from "../domain/WebError.ts"
import type { Site } from "./Site.ts"

/**
 * The URL of a slug; a URL stays unchanged. A slug without a word, or one that the author's function has no URL for, is
 * `invalid_request`.
 */
export const urlOf = (site: Site, slugOrUrl: string): Result.Result<string, WebError> => {
  const text = slugOrUrl.trim()
  if (text === "") return Result.fail(invalid("slug_or_url", "slug_or_url: expected a page's slug or URL."))
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return Result.succeed(text)
  if (/^[/\\]{2}/.test(text)) return Result.succeed(`${site.base.startsWith("https:") ? "https:" : "http:"}${text}`)
  const slug = text.replace(/#.*$/s, "")
  return site.slugToUrl === undefined
    ? Result.succeed(`${site.base}${byDefault(slug)}`)
    : byAuthor(site.slugToUrl, slug)
}

// --- private --------------------------------------------------------------------------

/**
 * `/{slug}.html`, the slug without leading and trailing slashes and without a second `.html`; a query stays at the end.
 * An empty slug is the site's front page.
 */
const byDefault = (slug: string): string => {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(slug) ?? []
  const name = escaped(path.replace(/^[/\\]/, "").replace(/[/\\]$/, ""))
  return `/${name === "" || /\.html?$/i.test(name) ? name : `${name}.html`}${query}`
}

/** A percent sign that starts no escape is literal. */
const escaped = (path: string): string => path.replace(/%(?![0-9a-f]{2})/gi, "%25")

/** The author's function is plain JavaScript: it may throw, and return anything. */
const byAuthor = (slugToUrl: (slug: string) => unknown, slug: string): Result.Result<string, WebError> => {
  const parsed = Result.try(() => slugToUrl(slug))
  if (Result.isFailure(parsed)) return Result.fail(make(noPageError.wire, parsed.failure))
  const url = parsed.success
  return typeof url === "string" && !WebUrl.hasEndlessAuthority(url) && URL.canParse(url)
    ? Result.succeed(url)
    : Result.fail(noPageError)
}

const noPageError = invalid("slug_or_url", "slug_or_url: the site has no page with this slug.")
