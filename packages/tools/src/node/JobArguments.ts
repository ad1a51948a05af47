/**
 * The arguments of jobs. A job runs long and reads much, so nothing is clamped or ignored in silence: a field that
 * isn't known, a number out of its bounds and an entry that is no URL are refused by name.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Arguments, type Frontier, WebError } from "@porthole/core"
import * as Batch from "./Batch.ts"
import * as JobRequests from "./JobRequests.ts"

/** A batch: how its pages are read, and an item for each. */
export interface BatchArguments {
  readonly parameters: JobRequests.BatchParameters
  readonly items: ReadonlyArray<Frontier.Item>
}

/** Decodes a batch (`JobRequests.BatchRequest`) of at most `maxUrls` URLs. */
export const batch = Effect.fnUntraced(function* (
  input: unknown,
  maxUrls: number,
): Effect.fn.Return<BatchArguments, WebError.WebError> {
  const urls: unknown = Predicate.hasProperty(input, "urls") ? input.urls : undefined
  if (!Array.isArray(urls)) return yield* refusal("expected a list of URLs, or of objects with url")
  if (urls.length === 0) return yield* refusal("expected at least one URL")
  if (urls.length > maxUrls) return yield* refusal(`expected at most ${maxUrls} URLs, the server's job_max_urls`)
  yield* refuseOthers(input, JobRequests.BatchRequest.fields)
  const { request: parameters } = yield* decodeParameters(Arguments.untyped(input))
  const items = yield* Effect.forEach(urls, (entry: unknown, at) =>
    Effect.mapError(itemOf(entry), ({ message }) => Arguments.invalid("urls", `urls: entry ${at + 1}: ${message}`)),
  )
  return { parameters, items }
})

/** Decodes a crawl (`JobRequests.CrawlRequest`) of at most `maxUrls` pages. */
export const crawl = Effect.fnUntraced(function* (
  input: unknown,
  maxUrls: number,
): Effect.fn.Return<JobRequests.CrawlRequest, WebError.WebError> {
  yield* refuseOthers(input, JobRequests.CrawlRequest.fields)
  const { request } = yield* decodeCrawl(Arguments.untyped(input))
  return (request.max_pages ?? 0) > maxUrls
    ? yield* Arguments.invalid("max_pages", `max_pages: expected at most ${maxUrls}, the server's job_max_urls.`)
    : request
})

/** Decodes a part of a job's results. */
export const pages = (input: unknown): Effect.Effect<JobRequests.PagesQuery, WebError.WebError> =>
  Effect.andThen(
    refuseOthers(input, JobRequests.PagesQuery.fields),
    Effect.map(decodePages(Arguments.untyped(input)), ({ request }) => request),
  )

// --- private --------------------------------------------------------------------------

const decodeParameters = Arguments.decoder(Schema.Struct(JobRequests.parameters))
const decodeItem = Arguments.decoder(JobRequests.BatchItem)
const decodeCrawl = Arguments.decoder(JobRequests.CrawlRequest)
const decodePages = Arguments.decoder(JobRequests.PagesQuery)

const refusal = (expected: string) => Effect.fail(Arguments.invalid("urls", `urls: ${expected}.`))

const itemOf = Effect.fnUntraced(function* (entry: unknown): Effect.fn.Return<Frontier.Item, WebError.WebError> {
  const { url, ...data } = typeof entry === "string" ? { url: entry } : yield* entryOf(entry)
  const item = yield* Batch.itemOf(url, { ...data })
  return item.host === "" ? yield* Arguments.invalid("url", "expected an absolute http or https URL.") : item
})

const entryOf = Effect.fnUntraced(function* (
  entry: unknown,
): Effect.fn.Return<JobRequests.BatchItem, WebError.WebError> {
  if (!Predicate.isObject(entry) || Array.isArray(entry))
    return yield* Arguments.invalid("url", "expected a URL, or an object with url.")
  yield* refuseOthers(entry, JobRequests.BatchItem.fields)
  return yield* Effect.map(decodeItem(Arguments.untyped(entry)), ({ request }) => request)
})

/**
 * Refuses a field that isn't known: whoever sets it would wait for what never happens, such as a call of a webhook, or
 * would read the same results again and again, as with an `offset`.
 */
const refuseOthers = (input: unknown, fields: object): Effect.Effect<void, WebError.WebError> => {
  const other = Predicate.isObject(input)
    ? Object.entries(input).find(
        ([name, value]) => value !== undefined && value !== null && !Object.hasOwn(fields, name),
      )
    : undefined
  if (other === undefined) return Effect.void
  const [name] = other
  const hint = name === "webhook" ? "Ask for the job, or listen to its events." : "Leave it out."
  return Effect.fail(Arguments.invalid(name, `${nameOf(name)} isn't supported. ${hint}`))
}

/** A name as it is shown: as it is, or quoted and cut. */
const nameOf = (name: string): string =>
  WebError.isParameterForm(name) ? name : JSON.stringify(name.slice(0, 64).toWellFormed())
