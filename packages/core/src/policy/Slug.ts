/**
 * From what a model calls a page to the text of its URL. It only writes the text: `WebUrl.parse`
 * with the site's prefix judges it, so nothing here has to keep anybody in.
 *
 * What begins with a scheme (RFC 3986 section 3.1) or with two slashes is a URL and stays as it is; a
 * page whose slug has a colon in its first segment is `./a:b` (section 4.2). Everything else is a slug.
 */
import * as Result from "effect/Result"
import { invalid } from "../domain/Arguments.ts"
import { make, type WebError } from "../domain/WebError.ts"
import type { Site } from "./Site.ts"
import * as WebUrl from "./WebUrl.ts"

/** The URL of a slug, or what is a URL already. Without a word in it, or where the site's author has no URL for it, `invalid_request`. */
export const toUrl = (site: Site, slugOrUrl: string): Result.Result<string, WebError> => {
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

/** `/{slug}.html`, the slug without slashes around and without a second `.html`; a query stays behind. No slug is the site's front page. */
const byDefault = (slug: string): string => {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(slug) ?? []
  const name = escaped(path.replace(/^[/\\]/, "").replace(/[/\\]$/, ""))
  return `/${name === "" || /\.html?$/i.test(name) ? name : `${name}.html`}${query}`
}

/** A percent sign that starts no escape is itself. */
const escaped = (path: string): string => path.replace(/%(?![0-9a-f]{2})/gi, "%25")

/** The author's function is plain JavaScript: it may throw, and give anything. */
const byAuthor = (slugToUrl: (slug: string) => unknown, slug: string): Result.Result<string, WebError> => {
  const given = Result.try(() => slugToUrl(slug))
  if (Result.isFailure(given)) return Result.fail(make(noPage.wire, given.failure))
  const url = given.success
  return typeof url === "string" && !WebUrl.hasEndlessAuthority(url) && URL.canParse(url)
    ? Result.succeed(url)
    : Result.fail(noPage)
}

const noPage = invalid("slug_or_url", "slug_or_url: the site has no page of this slug.")
