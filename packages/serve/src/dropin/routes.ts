/**
 * The endpoints of other services, for clients that only change their base URL.
 *
 * `/search` is SearXNG's by `GET` and as a form, and Tavily's with a JSON body. A `POST` without a body is SearXNG's
 * whatever its media type: LangChain sends one, with its fields in the URL.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import { Calls } from "../Calls.ts"
import { JobCalls } from "../JobCalls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as Firecrawl from "./Firecrawl.ts"
import * as FirecrawlJobs from "./FirecrawlJobs.ts"
import * as FirecrawlMap from "./FirecrawlMap.ts"
import * as OpenWebui from "./OpenWebui.ts"
import * as Rerank from "./Rerank.ts"
import * as SearxngSearch from "./SearxngSearch.ts"
import * as Tavily from "./Tavily.ts"
import * as TavilyCrawl from "./TavilyCrawl.ts"
import * as TavilyMap from "./TavilyMap.ts"

/** The routes. */
export const layer: Layer.Layer<never, never, Calls | JobCalls | HttpRouter.HttpRouter> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const calls = yield* Calls
    const jobs = yield* JobCalls
    const post = (
      path: `/${string}`,
      endpoint: (fields: Fields.Fields) => Effect.Effect<HttpServerResponse, never, HttpServerRequest>,
    ) => router.add("POST", path, (request) => withRefusal(Effect.flatMap(Fields.ofJson(request), endpoint)))
    yield* router.add("GET", "/search", (request) => SearxngSearch.search(calls, Fields.ofQuery(request)))
    yield* router.add("POST", "/search", (request) => withRefusal(searchByPost(calls, request)))
    yield* post("/extract", (fields) => Tavily.extract(calls, fields))
    yield* post("/map", (fields) => TavilyMap.map(calls, fields))
    yield* post("/crawl", (fields) => TavilyCrawl.crawl(jobs, fields))
    yield* post("/v1/map", (fields) => FirecrawlMap.map(calls, fields, 1))
    yield* post("/v2/map", (fields) => FirecrawlMap.map(calls, fields, 2))
    yield* post("/v1/scrape", (fields) => Firecrawl.scrape(calls, fields))
    yield* post("/v2/scrape", (fields) => Firecrawl.scrape(calls, fields))
    yield* post("/v1/search", (fields) => Firecrawl.search(calls, fields, 1))
    yield* post("/v2/search", (fields) => Firecrawl.search(calls, fields, 2))
    for (const version of [1, 2] as const) {
      for (const [kind, submit] of [
        ["crawl", FirecrawlJobs.crawl],
        ["batch", FirecrawlJobs.batch],
      ] as const) {
        const path = FirecrawlJobs.paths[kind](version)
        yield* post(path, (fields) => submit(jobs, fields, version))
        yield* router.add("GET", `${path}/:id`, FirecrawlJobs.status(jobs, kind, version))
        yield* router.add("GET", `${path}/:id/errors`, FirecrawlJobs.errors(jobs, kind))
        yield* router.add("DELETE", `${path}/:id`, FirecrawlJobs.cancel(jobs, kind))
      }
    }
    yield* post("/v1/rerank", Rerank.rerank)
    yield* post("/v2/rerank", Rerank.rerank)
    yield* post("/openwebui/search", (fields) => OpenWebui.search(calls, fields))
    yield* post("/openwebui/load", (fields) => OpenWebui.load(calls, fields))
  }),
)

// --- private --------------------------------------------------------------------------

const searchByPost = (
  calls: Calls["Service"],
  request: HttpServerRequest,
): Effect.Effect<HttpServerResponse, HttpServerResponse> => {
  if (request.headers["content-length"] === "0" || request.headers["content-type"] === undefined) {
    return SearxngSearch.search(calls, Fields.ofQuery(request))
  }
  switch (mediaTypeOf(request)) {
    case "application/x-www-form-urlencoded":
      return Effect.flatMap(Fields.ofForm(request), (fields) => SearxngSearch.search(calls, fields))
    case "application/json":
      return Effect.flatMap(Fields.ofJson(request), (fields) => Tavily.search(calls, fields))
    default:
      return Effect.fail(unknownTypeRefusal)
  }
}

/** Sends the response with which an endpoint fails, such as the refusal of an unreadable body. */
const withRefusal = <R>(
  answer: Effect.Effect<HttpServerResponse, HttpServerResponse, R>,
): Effect.Effect<HttpServerResponse, never, R> => Effect.catch(answer, Effect.succeed)

const unknownTypeRefusal = Reply.refusal(415, "The body's media type isn't supported here. Send application/json.")

const mediaTypeOf = ({ headers }: HttpServerRequest): string =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
