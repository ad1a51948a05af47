/** The requests and answers of jobs over HTTP: what to read, the state of a job, and its pages. */
import * as Schema from "effect/Schema"
import { FetchRequest, Parameters } from "@porthole/core"
import { JobStore } from "@porthole/stores"

/** A whole number within bounds. A job runs long, so that a number beyond them is refused, and not clamped. */
const within = (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Schema.Codec<number> =>
  Schema.Finite.check(
    Schema.makeFilter((value) => Number.isInteger(value) && value >= minimum && value <= maximum, {
      expected:
        maximum === Number.MAX_SAFE_INTEGER
          ? `a whole number of at least ${minimum}`
          : `a whole number from ${minimum} to ${maximum}`,
      toJsonSchema: () => ({ type: "integer", minimum, maximum }),
    }),
  )

/** Maximum characters of a page's text, 200–1,000,000. Default: the whole page. */
const maxLength = Schema.optionalKey(within(200, 1_000_000))

/** How the pages of a batch are read, unless an entry says otherwise. */
export const parameters = {
  ...FetchRequest.viewFields,
  start_index: Schema.optionalKey(within(0)),
  max_length: maxLength,
  max_bytes: Schema.optionalKey(within(1_024)),
  max_age: Schema.optionalKey(within(0)),
} as const
export type BatchParameters = Schema.Struct<typeof parameters>["Type"]

/** A page of a batch: its URL, the caller's name for it, and how it is read if the batch doesn't say so. */
export const BatchItem = Schema.Struct({
  url: FetchRequest.FetchRequest.fields.url,
  /** Comes back with the result: a number, or at most 2,000 characters. */
  id: Schema.optionalKey(
    Schema.Union([Schema.String.check(Schema.isMaxLength(Parameters.maxTextLength)), Schema.Finite]),
  ),
  query: FetchRequest.viewFields.query,
  section: FetchRequest.viewFields.section,
  max_length: maxLength,
  extract: FetchRequest.viewFields.extract,
})
export type BatchItem = typeof BatchItem.Type

/** Pages to read, each whole unless `max_length` says otherwise. */
export const BatchRequest = Schema.Struct({
  /** URLs, or objects with more; a page that can't be read has an error for its result. */
  urls: Schema.NonEmptyArray(Schema.Union([Schema.String, BatchItem])),
  ...parameters,
})
export type BatchRequest = typeof BatchRequest.Type

const patterns = Schema.optionalKey(Schema.Array(Parameters.Text).check(Schema.isMaxLength(Parameters.maxListLength)))

/** The part of a site whose pages are read. */
export const CrawlRequest = Schema.Struct({
  /** Absolute http or https URL: everything below it counts, of a page's URL everything in its folder. */
  url: FetchRequest.FetchRequest.fields.url,
  /** Maximum number of URLs that are visited, 1–100,000, and at most `job_max_urls`. Default: 500. */
  max_pages: Schema.optionalKey(within(1, 100_000)),
  /** Maximum number of links from the start to a page, 0–100. Default: 20. */
  max_depth: Schema.optionalKey(within(0, 100)),
  /** Only paths that match one of these globs. */
  include: patterns,
  /** No path that matches one of these globs. */
  exclude: patterns,
  /** Whether pages of subdomains count. Default: no. */
  subdomains: Schema.optionalKey(Schema.Boolean),
  extract: FetchRequest.viewFields.extract,
})
export type CrawlRequest = typeof CrawlRequest.Type

/** A part of a job's results. */
export const PagesQuery = Schema.Struct({
  /** The `next_cursor` of the last answer; by default the first results. */
  cursor: Schema.optionalKey(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  ),
  /** Maximum number of results, 1–100. Default: 20. */
  limit: Schema.optionalKey(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 100 })),
  ),
})
export type PagesQuery = typeof PagesQuery.Type

/** The state of a job. */
export const Status = Schema.Struct({
  id: Schema.String,
  kind: JobStore.Kind,
  status: JobStore.State,
  /** URLs that are known by now. */
  total: Schema.Natural,
  waiting: Schema.Natural,
  done: Schema.Natural,
  failed: Schema.Natural,
  /** Failed ones by reason. */
  failures: Schema.Record(Schema.String, Schema.Natural),
  /** Bytes of the results. */
  bytes: Schema.Natural,
  /** ISO 8601 in UTC, as the other times. */
  created_at: Schema.String,
  ended_at: Schema.optionalKey(Schema.String),
  /** When the job is forgotten, with its pages; absent while it runs. */
  expires_at: Schema.optionalKey(Schema.String),
  /** Sentences about bounds, and about what was left out. */
  message: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "JobStatus" })
export type Status = typeof Status.Type

/** A job that was taken. */
export const Accepted = Schema.Struct({ id: Schema.String, status_url: Schema.String })
export type Accepted = typeof Accepted.Type

/** A result: a page, or the error of one that couldn't be read. */
export const Entry = Schema.StructWithRest(Schema.Struct({ url: Schema.String, requested_url: Schema.String }), [
  Schema.Record(Schema.String, Schema.Json),
])
export type Entry = typeof Entry.Type

/** The failures of a job: as many as fit into an answer, and the number of all. */
export interface Errors {
  readonly errors: ReadonlyArray<Entry>
  readonly total: number
}

/** Some results of a job, in the order in which they were there. */
export const Pages = Schema.Struct({
  status: JobStore.State,
  pages: Schema.Array(Entry),
  /** Where the results go on; absent if the job has ended and there are no more. */
  next_cursor: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "JobPages" })
export type Pages = typeof Pages.Type
