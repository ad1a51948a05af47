/**
 * A documentation site: a name for its tools, the URL above all of its pages, and the rule that turns a slug into a
 * page's URL. Its author describes it by {@link SiteOptions}; {@link readAll} validates that once, when the tools are
 * set up.
 *
 * {@link urlOf} turns a model's slug or URL into a URL. It only builds the text: `WebUrl.parse` with the site's prefix
 * checks it, so nothing here has to enforce the boundary.
 *
 * A text that begins with a scheme (RFC 3986 section 3.1) or with two slashes is a URL and stays unchanged; a page
 * whose slug has a colon in its first segment is `./a:b` (section 4.2). Everything else is a slug.
 */
import * as Result from "effect/Result"
import { invalid } from "../domain/call/Arguments.ts"
import { SettingsError, type SettingsShape } from "../domain/settings/Settings.ts"
import { make, type WebError } from "../domain/WebError.ts"
import * as HostName from "../domain/url/HostName.ts"
import * as SitePrefix from "./SitePrefix.ts"
import * as WebUrl from "./WebUrl.ts"

/** A site as its author describes it. */
export interface SiteOptions {
  /** A lower-case letter, then lower-case letters, digits and underscores, at most 32 together. */
  readonly name: string
  /** An absolute http(s) URL of a public host, without credentials, query and fragment. All pages are below it. */
  readonly baseUrl: string
  /**
   * Makes the absolute URL of a page from its slug, which is any text that a model wrote. Its result is checked like
   * every other URL. Default: `{baseUrl}/{slug}.html`.
   */
  readonly slugToUrl?: ((slug: string) => string) | undefined
}

/** A validated site. */
export interface Site {
  readonly name: string
  /** Origin and path of the base URL in WHATWG serialisation, without a trailing slash. */
  readonly base: string
  readonly within: SitePrefix.SitePrefix
  /** The host if it is a name, in the form of `domains`; `undefined` for an address. */
  readonly domain: HostName.HostName | undefined
  readonly slugToUrl: SiteOptions["slugToUrl"]
}

/** Validates all sites of one set of tools; an error names the site by its index and the field. */
export const readAll = (
  sites: ReadonlyArray<SiteOptions>,
  settings: SettingsShape,
): Result.Result<ReadonlyArray<Site>, SettingsError> => {
  const read: Array<Site> = []
  for (const [at, { name, baseUrl, slugToUrl }] of sites.entries()) {
    const wrong = (field: keyof SiteOptions, expected: string) =>
      Result.fail(new SettingsError({ setting: `docsSites[${at}].${field}`, expected, source: "config" }))
    if (typeof name !== "string" || !/^[a-z][a-z0-9_]{0,31}$/.test(name)) return wrong("name", expectedName)
    if (read.some((other) => other.name === name)) return wrong("name", "a name that no other site has")
    const within = typeof baseUrl === "string" ? SitePrefix.read(baseUrl) : undefined
    if (within === undefined) return wrong("baseUrl", expectedUrl)
    const base = WebUrl.judge(baseUrl, settings)
    if (Result.isFailure(base)) {
      return wrong("baseUrl", `${expectedUrl}, that may be fetched (${base.failure.reason ?? base.failure.error})`)
    }
    if (slugToUrl !== undefined && typeof slugToUrl !== "function") return wrong("slugToUrl", "a function")
    const { host, origin, path } = base.success
    read.push({
      name,
      base: `${origin}${path.replace(/(?<!\/)\/+$/, "")}`,
      within,
      domain: HostName.fromText(host),
      slugToUrl,
    })
  }
  return Result.succeed(read)
}

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

const expectedName = "a lower-case letter, then at most 31 lower-case letters, digits or underscores"
const expectedUrl = "an absolute http or https URL of a public host, without credentials, query and fragment"

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
