/** The answers about indexed libraries. */
import * as Schema from "effect/Schema"
import { pageFields } from "../page/Page.ts"
import * as Library from "./Library.ts"

/** A part of a page that may answer the question. */
export const DocsHit = Schema.Struct({
  library: Library.Name,
  version: Library.Version,
  /** The page's title. */
  title: Schema.String,
  /** The page's web address, or `docs://name@version/path`. */
  url: Schema.String,
  /** The headings above the part, joined by ` > `; empty if there is none. */
  heading: Schema.String,
  /** Markdown of the part. */
  content_md: Schema.String,
  /** The part's place in the page's text, in characters (UTF-16 units). */
  start: Schema.Natural,
  end: Schema.Natural,
})
export type DocsHit = typeof DocsHit.Type

/** The hits, the best first. */
export const LibraryHits = Schema.Struct({
  hits: Schema.Array(DocsHit),
  /** The number of hits. */
  count: Schema.Natural,
  /** The libraries that were searched, and when they were indexed (ISO 8601 in UTC). At most 20. */
  libraries: Schema.Array(
    Schema.Struct({ library: Library.Name, version: Library.Version, indexed_at: Schema.String }),
  ),
  /** Sentences for the model. */
  message: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "LibraryHits" })
export type LibraryHits = typeof LibraryHits.Type

/** A page of an index. Its `url` may be one of `docs://`. */
export const LibraryPage = Schema.Struct({ ...pageFields, url: Schema.String }).annotate({ identifier: "LibraryPage" })
export type LibraryPage = typeof LibraryPage.Type
