/**
 * The part of the web that a map or a crawl covers: everything below a prefix of one site, perhaps of its subdomains,
 * and the form in which its URLs are compared.
 */
import * as Effect from "effect/Effect"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import { hostOf } from "../domain/url/HostName.ts"
import * as HttpUrl from "../domain/url/HttpUrl.ts"
import * as SitePrefix from "../policy/SitePrefix.ts"
import * as PathGlob from "./PathGlob.ts"

/** What a caller wants of a site. */
export interface ScopeOptions {
  /** Whether pages of subdomains count, whatever their path. Default: no. */
  readonly subdomains?: boolean | undefined
  /** Only paths that match one of these patterns, with or without escapes; without any, all. */
  readonly include?: ReadonlyArray<string> | undefined
  /** No path that matches one of these patterns. */
  readonly exclude?: ReadonlyArray<string> | undefined
}

/** A scope. */
export interface SiteScope {
  /** The URL where it begins: as requested, without fragment. */
  readonly start: string
  readonly prefix: SitePrefix.SitePrefix
  readonly options: ScopeOptions
  readonly include: ReadonlyArray<PathGlob.PathGlob>
  readonly exclude: ReadonlyArray<PathGlob.PathGlob>
}

/**
 * The scope of an absolute URL: of a page's URL everything in its folder. `undefined` if the URL can't be a prefix
 * (`SitePrefix.read`).
 */
export const make = (start: string, options: ScopeOptions = {}): SiteScope | undefined => {
  const url = URL.parse(start)
  if (url === null) return undefined
  const folder = new URL(url)
  folder.search = ""
  folder.hash = ""
  if (isFile(url.pathname)) folder.pathname = url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1)
  const prefix = SitePrefix.read(folder.href)
  const clean = HttpUrl.withoutFragment(url.href)
  if (prefix === undefined || clean === undefined) return undefined
  const { exclude = [], include = [] } = options
  return { start: clean, prefix, options, include: include.map(globOf), exclude: exclude.map(globOf) }
}

/** Whether a URL lies within the site's part, whatever its patterns say: links of such pages are followed. */
export const covers = ({ options, prefix }: SiteScope, url: URL): boolean =>
  SitePrefix.contains(prefix, url) ||
  (options.subdomains === true && HttpUrl.isHttp(url) && hostOf(url).endsWith(`.${prefix.host}`))

/** Whether the patterns want a URL. */
export const wants = ({ exclude, include }: SiteScope, { pathname }: URL): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    if (include.length > 0 && !(yield* matchesAny(include, pathname))) return false
    return !(yield* matchesAny(exclude, pathname))
  })

/** A URL without its fragment, and without parameters that only tell visitors apart. */
export const cleaned = (url: URL): URL => {
  const clean = new URL(url)
  clean.hash = ""
  clean.pathname = clean.pathname.replace(/;(?:jsessionid|sid|phpsessid)=[^/;]*/gi, "")
  if (clean.search.length > 0) {
    const kept = clean.search
      .slice(1)
      .split("&")
      .filter((part) => part !== "" && !isOfVisitor(part))
    clean.search = kept.length === 0 ? "" : `?${kept.join("&")}`
  }
  return clean
}

/**
 * The key of a page: equal for URLs that lead to the same page on practically every server. The scheme, an `index.html`
 * and a slash at the end make no difference.
 */
export const keyOf = (url: URL): string =>
  `${url.host.replace(/:(?:80|443)$/, "")}${url.pathname.replace(/\/(?:index\.html?)?$/i, "")}${url.search}`

/** Whether a URL probably leads to a page or a document, by its extension, and not to a part or a download. */
export const mayBePage = ({ pathname }: URL): boolean => {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(pathname)?.[1]?.toLowerCase()
  return extension === undefined || !otherExtensions.has(extension)
}

/** Whether a URL may have links to other pages: a page, and no PDF, text or data. */
export const mayHaveLinks = (url: URL): boolean =>
  mayBePage(url) && !/\.(?:pdf|txt|md|json|xml|csv)$/i.test(url.pathname)

// --- private --------------------------------------------------------------------------

const globOf = (pattern: string): PathGlob.PathGlob => PathGlob.make(escaped(pattern))

/** Many long patterns take long, so they are tried in slices. */
const matchesAny = Effect.fnUntraced(function* (globs: ReadonlyArray<PathGlob.PathGlob>, path: string) {
  const slice = TimeSlice.begin()
  for (const { matches, units } of globs) {
    if (matches(path)) return true
    if (slice.spend(units * path.length)) yield* TimeSlice.next
  }
  return false
})

/** A pattern whose characters are escaped as a URL has them. */
const escaped = (pattern: string): string =>
  Array.from(pattern.toWellFormed(), (character) =>
    character === " " || character > "~" ? encodeURIComponent(character) : character,
  ).join("")

const isFile = (pathname: string): boolean => /\.(?:html?|xhtml|php|aspx?|jsp|md|txt|xml)$/i.test(pathname)

/** Whether a parameter names a session or a campaign. */
const isOfVisitor = (part: string): boolean => {
  const [name = "", value = ""] = part.split("=", 2)
  return visitorNames.test(name) || (/^(?:s|sid|session)$/i.test(name) && /^[\w-]{20,}$/.test(value))
}

const visitorNames =
  /^(?:utm_\w{1,20}|[gf]bclid|gclid|msclkid|mc_[ce]id|phpsessid|jsessionid|aspsessionid\w{0,20}|session_?id|cftoken)$/i

/** Extensions of pictures, media, styles, scripts, fonts, archives and programs. */
const otherExtensions: ReadonlySet<string> = new Set(
  (
    "png jpg jpeg gif webp avif svg ico bmp tif tiff mp3 mp4 m4a m4v ogg oga ogv wav webm mov avi flac css js mjs " +
    "map woff woff2 ttf otf eot zip gz tgz bz2 xz 7z rar tar zst whl jar war deb rpm dmg pkg exe msi iso bin img apk " +
    "wasm inv sig asc sha256 torrent ics rss atom"
  ).split(" "),
)
