/**
 * The JSON API of Porthole itself: the tools, with the same arguments and answers as everywhere. `/openapi.json` is
 * generated from it.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import {
  FetchRequest,
  Image,
  Page,
  QuoteCheck,
  SearchAndFetch,
  SearchQuery,
  SearchResult,
  SiteMap,
  VERSION,
  WebError,
} from "@porthole/core"
import { JobRequests } from "@porthole/tools"
import * as Reply from "../Reply.ts"

const failureWith = <const Status extends number>(status: Status, description: string) =>
  WebError.Wire.annotate({ identifier: `Error${status}`, description }).pipe(HttpApiSchema.status(status))

/** A refusal because the server, or what it needs, can't take a request now. */
const Unavailable = Schema.Struct({ error: Schema.Literal(Reply.unavailable), message: Schema.String })

const unavailableWith = <const Status extends number>(status: Status, description: string) =>
  Schema.Union([WebError.Wire, Unavailable])
    .annotate({ identifier: `Error${status}`, description })
    .pipe(HttpApiSchema.status(status))

/** A failure for each status; the object has the details. */
const failures = [
  failureWith(400, "The arguments or the body aren't valid."),
  failureWith(401, "The token is missing, or unknown to this server."),
  failureWith(403, "The URL, the host or the origin is refused, or robots.txt forbids the page."),
  failureWith(413, "The body is larger than 1 MiB, with the URLs of a batch 4 MiB."),
  failureWith(422, "The page can't be read: its type, its size, or the reader."),
  failureWith(429, "A limit is reached; see Retry-After."),
  failureWith(502, "The site or the provider answered with a failure, or not at all."),
  unavailableWith(503, "No search provider is configured or answers, or the server is busy."),
  failureWith(504, "The deadline passed."),
] as const

/** The endpoints. A handler reads the body itself, as leniently as the tools do. */
export class Endpoints extends HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.post("search", "/api/v1/search", {
      payload: SearchQuery.SearchQuery,
      success: SearchResult.SearchResult,
      error: failures,
    }).annotate(OpenApi.Description, "Searches the web."),
  )
  .add(
    HttpApiEndpoint.post("fetch", "/api/v1/fetch", {
      payload: FetchRequest.WebFetchRequest,
      success: Schema.Union([Page.Page, Page.Pages]),
      error: failures,
    }).annotate(OpenApi.Description, "Reads a page (`url`), or several (`urls`)."),
  )
  .add(
    HttpApiEndpoint.post("searchAndFetch", "/api/v1/search-and-fetch", {
      payload: SearchAndFetch.SearchAndFetchRequest,
      success: SearchAndFetch.SearchAndFetchResult,
      error: failures,
    }).annotate(OpenApi.Description, "Searches the web and reads the pages of the first hits."),
  )
  .add(
    HttpApiEndpoint.post("checkQuote", "/api/v1/quote", {
      payload: QuoteCheck.QuoteRequest,
      success: QuoteCheck.QuoteCheck,
      error: failures,
    }).annotate(OpenApi.Description, "Checks whether a page contains a quote."),
  )
  .add(
    HttpApiEndpoint.post("map", "/api/v1/map", {
      payload: SiteMap.MapRequest,
      success: SiteMap.SiteMap,
      error: failures,
    }).annotate(OpenApi.Description, "Lists the pages of a site below a URL."),
  )
  .add(
    HttpApiEndpoint.post("image", "/api/v1/image", {
      payload: Image.ImageRequest,
      success: Image.ImageJson,
      error: failures,
    }).annotate(OpenApi.Description, "Fetches an image; its bytes are base64."),
  ) {}

const jobParams = { id: Schema.String }
const jobFailures = [
  ...failures,
  failureWith(404, "The job isn't known, has expired, or was evicted by the Redis."),
  failureWith(501, "The server has no Redis, which jobs need."),
  unavailableWith(507, "The Redis of the jobs is full."),
] as const

const jobEndpoint = <const Name extends string>(name: Name, path: `/${string}`) =>
  HttpApiEndpoint.get(name, path, { params: jobParams, success: JobRequests.Status, error: jobFailures }).annotate(
    OpenApi.Description,
    "The state of a job.",
  )

const pagesEndpoint = <const Name extends string>(name: Name, path: `/${string}`) =>
  HttpApiEndpoint.get(name, path, {
    params: jobParams,
    query: { cursor: Schema.optionalKey(Schema.String), limit: Schema.optionalKey(Schema.String) },
    success: JobRequests.Pages,
    error: jobFailures,
  }).annotate(OpenApi.Description, "Results of a job, 20 or `limit` at most, from `cursor` on.")

/** The endpoints of jobs. */
export class JobEndpoints extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.post("submitBatch", "/api/v1/batch", {
      payload: JobRequests.BatchRequest,
      success: JobRequests.Accepted.pipe(HttpApiSchema.status(202)),
      error: jobFailures,
    }).annotate(OpenApi.Description, "Takes a job that reads many pages."),
  )
  .add(
    HttpApiEndpoint.post("submitCrawl", "/api/v1/crawl", {
      payload: JobRequests.CrawlRequest,
      success: JobRequests.Accepted.pipe(HttpApiSchema.status(202)),
      error: jobFailures,
    }).annotate(OpenApi.Description, "Takes a job that reads the pages of a site."),
  )
  .add(jobEndpoint("batchStatus", "/api/v1/batch/:id"), jobEndpoint("crawlStatus", "/api/v1/crawl/:id"))
  .add(pagesEndpoint("batchPages", "/api/v1/batch/:id/pages"), pagesEndpoint("crawlPages", "/api/v1/crawl/:id/pages"))
  .add(
    HttpApiEndpoint.delete("cancelBatch", "/api/v1/batch/:id", {
      params: jobParams,
      success: JobRequests.Status,
      error: jobFailures,
    }).annotate(OpenApi.Description, "Cancels a batch, whose pages stay until it expires; removes one that has ended."),
    HttpApiEndpoint.delete("cancelCrawl", "/api/v1/crawl/:id", {
      params: jobParams,
      success: JobRequests.Status,
      error: jobFailures,
    }).annotate(OpenApi.Description, "Cancels a crawl, whose pages stay until it expires; removes one that has ended."),
  ) {}

/** The API. */
export class Api extends HttpApi.make("porthole")
  .add(Endpoints, JobEndpoints)
  .annotate(OpenApi.Title, "Porthole")
  .annotate(OpenApi.Version, VERSION)
  .annotate(
    OpenApi.Description,
    "Web search and fetch. Send a token as `Authorization: Bearer`; on loopback none is needed until one is stored.",
  ) {}
