/** A library whose documentation is indexed: its name, version and pages. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A name as npm has them (`hono`, `@scope/name`): no path, at most 200 characters. */
export const Name = Schema.String.check(
  Schema.isPattern(/^(?:@[a-z0-9_][\w.-]{0,99}\/)?[a-z0-9_][\w.-]{0,99}$/i, {
    expected: "the name of a library, such as hono or @scope/name",
  }),
)

/** A version: letters, digits, points, plus and minus signs, at most 60 characters. */
export const Version = Schema.String.check(
  Schema.isPattern(/^[a-z0-9][\w.+-]{0,59}$/i, { expected: "a version, such as 4.1.0" }),
)

/** One version of a library. */
export const Library = Schema.Struct({ name: Name, version: Version })
export type Library = typeof Library.Type

/** A part of a source that was left out, and the number of its files. */
export const LeftOut = Schema.Struct({ what: Schema.String, count: Schema.Natural })
export type LeftOut = typeof LeftOut.Type

/** What an index records about a library. */
export const Details = Schema.Struct({
  ...Library.fields,
  /** Where it came from: a package's folder, a folder, a file or a URL. */
  source: Schema.String,
  /** The web address of its pages, if they have one. */
  base: Schema.optionalKey(Schema.String),
  /** Changes when the source does. */
  stamp: Schema.String,
  /** ISO 8601 in UTC. */
  indexed_at: Schema.String,
  left_out: Schema.Array(LeftOut),
})
export type Details = typeof Details.Type

/** An indexed library as a list shows it. */
export const Indexed = Schema.Struct({
  ...Details.fields,
  pages: Schema.Natural,
  units: Schema.Natural,
  /** The size of its file. */
  bytes: Schema.Natural,
})
export type Indexed = typeof Indexed.Type

/** A page of a library: Markdown, at a path of `/`-separated names, and its address. */
export interface Page {
  readonly path: string
  readonly url: string
  readonly title: string
  readonly text: string
}

/** A part of a page that matches a question: `text.slice(start, end)` of the page. */
export interface Unit {
  readonly start: number
  readonly end: number
  /** The headings above it, the outermost first. */
  readonly trail: ReadonlyArray<string>
  readonly text: string
}

/** A page that matches a question, with its best units, the best first. A higher score is better. */
export interface Found extends Omit<Page, "text"> {
  readonly score: number
  readonly units: ReadonlyArray<Unit>
}

/** `name@version`. */
export const label = ({ name, version }: Library): string => `${name}@${version}`

/** Reads `name` or `name@version`; none if it is neither. */
export const parse = (text: string): Option.Option<{ readonly name: string; readonly version?: string }> => {
  const at = text.indexOf("@", 1)
  const [name, version] = at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
  if (!isName(name) || (version !== undefined && !isVersion(version))) return Option.none()
  return Option.some({ name, ...(version === undefined ? {} : { version }) })
}

/** The address of a page that has none on the web. */
export const addressOf = (library: Library, path: string): string => `${scheme}${label(library)}/${path}`

/** The library and path of {@link addressOf}. */
export const parseAddress = (address: string): Option.Option<{ readonly library: Library; readonly path: string }> => {
  const [, name = "", version = "", path = ""] = /^docs:\/\/((?:@[^/@]+\/)?[^/@]+)@([^/@]+)\/(.+)$/.exec(address) ?? []
  return isName(name) && isVersion(version) ? Option.some({ library: { name, version }, path }) : Option.none()
}

/** Orders versions: by their numbers, then releases after their candidates. */
export const compareVersions = (a: string, b: string): number => {
  const [left = "", leftTag] = a.split(/-(.*)/)
  const [right = "", rightTag] = b.split(/-(.*)/)
  const byNumbers = left.localeCompare(right, "en", { numeric: true })
  if (byNumbers !== 0 || leftTag === rightTag) return byNumbers
  if (leftTag === undefined || rightTag === undefined) return leftTag === undefined ? 1 : -1
  return leftTag.localeCompare(rightTag, "en", { numeric: true })
}

/** Whether a version is the wanted one, or one of its series: 3.25.1 is of 3 and of 3.25. */
export const isOfSeries = (version: string, wanted: string): boolean =>
  version === wanted || version.startsWith(`${wanted}.`)

/** A web address without the slashes at its end. */
export const withoutSlashes = (url: string): string => {
  let end = url.length
  while (url.charAt(end - 1) === "/") end--
  return url.slice(0, end)
}

// --- private --------------------------------------------------------------------------

const scheme = "docs://"

const isName = Schema.is(Name)
const isVersion = Schema.is(Version)
