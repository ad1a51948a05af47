/**
 * Who published a page, and when, as its own metadata says. A page can say anything here, so this is untrusted data
 * like its title.
 */
import * as Schema from "effect/Schema"
import * as UntrustedText from "../text/UntrustedText.ts"
import { publishedAt } from "../time/PublishedAt.ts"

/** The declared facts; each is absent if the page doesn't declare it. */
export const Publication = Schema.Struct({
  /** When the page was published: ISO 8601 in UTC. */
  published_at: Schema.optionalKey(Schema.String),
  /** When the page was last changed: ISO 8601 in UTC. */
  modified_at: Schema.optionalKey(Schema.String),
  /** The author's name, or several names separated by commas. */
  author: Schema.optionalKey(Schema.String),
  /** The name of the site. */
  site_name: Schema.optionalKey(Schema.String),
})
export type Publication = typeof Publication.Type

/** Its fields as a backend may send them: a wrong one costs only itself. */
export const rowFields = {
  published_at: Schema.optionalKey(Schema.Unknown),
  modified_at: Schema.optionalKey(Schema.Unknown),
  author: Schema.optionalKey(Schema.Unknown),
  site_name: Schema.optionalKey(Schema.Unknown),
}

/** The valid ones of a row's fields, cleaned. */
export const read = (row: Partial<Readonly<Record<keyof Publication, unknown>>>): Publication =>
  of({
    published_at: dateOf(row.published_at),
    modified_at: dateOf(row.modified_at),
    author: nameOf(row.author),
    site_name: nameOf(row.site_name),
  })

/** The known ones of the facts, and no others. */
export const of = ({
  author,
  modified_at,
  published_at,
  site_name,
}: Partial<Readonly<Record<keyof Publication, string | undefined>>>): Publication => ({
  ...(published_at === undefined ? {} : { published_at }),
  ...(modified_at === undefined ? {} : { modified_at }),
  ...(author === undefined ? {} : { author }),
  ...(site_name === undefined ? {} : { site_name }),
})

/** Maximum length of a name, in characters. */
export const maxNameLength = 200

// --- private --------------------------------------------------------------------------

const dateOf = (value: unknown): string | undefined => (typeof value === "string" ? publishedAt(value) : undefined)

const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== "string") return undefined
  return UntrustedText.clean(value.slice(0, 10 * maxNameLength), maxNameLength).text || undefined
}
