/**
 * What a folder's crawl reads, as `.porthole/crawl.json` keeps it: a crawl goes on with its own plan, and a later one
 * is of the same site, so that nothing counts as gone that isn't looked for.
 */
import { Batch } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readFile } from "node:fs/promises"
import * as Json from "../../Json.ts"
import * as PageFile from "../batch/PageFile.ts"

/** A plan. */
export const CrawlPlan = Schema.Struct({
  url: Schema.String,
  format: Schema.Literals(PageFile.formats),
  include: Schema.Array(Schema.String),
  exclude: Schema.Array(Schema.String),
  subdomains: Schema.Boolean,
  /** Whether it reads every page anew, because the crawl before it was of other pages, or its state was damaged. */
  readsAnew: Schema.Boolean,
})
export type CrawlPlan = typeof CrawlPlan.Type

/** Flags from which a plan is made. */
export interface Flags {
  readonly url: string
  readonly format: PageFile.Format
  readonly include: ReadonlyArray<string> | undefined
  readonly exclude: ReadonlyArray<string> | undefined
  readonly subdomains: boolean
}

/** The plan of flags. */
export const of = ({ exclude = [], format, include = [], subdomains, url }: Flags): Effect.Effect<CrawlPlan> =>
  Effect.map(Batch.itemOf(url), ({ key }) => ({
    url: key,
    format,
    include,
    exclude,
    subdomains,
    readsAnew: false,
  }))

/** The plan in a file; none if there is none, or it can't be read. */
export const read = (file: string): Effect.Effect<CrawlPlan | undefined> =>
  Effect.match(
    Effect.tryPromise(() => readFile(file, "utf8")),
    {
      onFailure: () => undefined,
      onSuccess: (text) => Option.getOrUndefined(Option.flatMap(Json.parse(text), decode)),
    },
  )

/** Why a folder with a plan can't be used for another one, if it can't. */
export const faultOf = (known: CrawlPlan, wanted: CrawlPlan, goesOn: boolean): string | undefined => {
  if (known.url !== wanted.url) return `The folder has a crawl of ${known.url}.`
  if (known.format !== wanted.format) return `The folder's pages were written with --format ${known.format}.`
  return goesOn && !isSame(known, wanted)
    ? "The crawl began with another --include, --exclude or --subdomains."
    : undefined
}

/** Whether two plans are of the same pages. */
export const isSame = (one: CrawlPlan, other: CrawlPlan): boolean =>
  JSON.stringify({ ...one, readsAnew: other.readsAnew }) === JSON.stringify(other)

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownOption(CrawlPlan)
