/**
 * A documentation site: a name for its tools, the URL above all of its pages, and its author's rule that turns a slug
 * into a page's URL. Its author describes it by {@link SiteOptions}; {@link readAll} validates that once, when the
 * tools are set up.
 */
import * as Result from "effect/Result"
import * as HostName from "../domain/url/HostName.ts"
import * as SitePrefix from "./SitePrefix.ts"
import * as WebUrl from "./WebUrl.ts"
import { SettingsError, type SettingsShape } from "../domain/settings/Settings.ts"

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
      base: `${origin}${path.replace(/\?$/, "").replace(/(?<!\/)\/+$/, "")}`,
      within,
      domain: HostName.fromText(host),
      slugToUrl,
    })
  }
  return Result.succeed(read)
}

// --- private --------------------------------------------------------------------------

const expectedName = "a lower-case letter, then at most 31 lower-case letters, digits or underscores"
const expectedUrl = "an absolute http or https URL of a public host, without credentials, query and fragment"
