/** The routes of {@link Api}, its document at `/openapi.json`, and a page to try it at `/docs`. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Image } from "@porthole/core"
import { type Call, Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as JobCalls from "../JobCalls.ts"
import { Api } from "./Api.ts"
import * as jobEvents from "./jobEvents.ts"
import * as TryPage from "./TryPage.ts"

const group = HttpApiBuilder.group(
  Api,
  "calls",
  Effect.fnUntraced(function* (handlers) {
    const calls = yield* Calls
    return handlers
      .handleRaw("search", ({ request }) => answer(calls.search, request))
      .handleRaw("fetch", ({ request }) => answer(calls.fetch, request))
      .handleRaw("searchAndFetch", ({ request }) => answer(calls.searchAndFetch, request))
      .handleRaw("checkQuote", ({ request }) => answer(calls.checkQuote, request))
      .handleRaw("map", ({ request }) => answer(calls.map, request))
      .handleRaw("image", ({ request }) => answer((input) => Effect.map(calls.image(input), encodeImage), request))
  }),
)

const jobs = HttpApiBuilder.group(
  Api,
  "jobs",
  Effect.fnUntraced(function* (handlers) {
    const calls = yield* JobCalls.JobCalls
    return handlers
      .handleRaw("submitBatch", ({ request }) => accept("batch", calls.submitBatch, request))
      .handleRaw("submitCrawl", ({ request }) => accept("crawl", calls.submitCrawl, request))
      .handleRaw("batchStatus", ({ params }) => shown(calls.status("batch", params.id)))
      .handleRaw("crawlStatus", ({ params }) => shown(calls.status("crawl", params.id)))
      .handleRaw("batchPages", ({ params, request }) => shown(calls.pages("batch", params.id, queryOf(request))))
      .handleRaw("crawlPages", ({ params, request }) => shown(calls.pages("crawl", params.id, queryOf(request))))
      .handleRaw("cancelBatch", ({ params }) => shown(calls.cancelOrRemove("batch", params.id)))
      .handleRaw("cancelCrawl", ({ params }) => shown(calls.cancelOrRemove("crawl", params.id)))
  }),
)

const page = HttpRouter.add(
  "GET",
  "/docs",
  HttpServerResponse.text(TryPage.html, {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": TryPage.policy, "referrer-policy": "no-referrer" },
  }),
)

/** The routes. */
export const layer = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(Layer.provide([group, jobs])),
  jobEvents.layer,
  page,
)

// --- private --------------------------------------------------------------------------

const encodeImage = Schema.encodeSync(Image.ImageJson)

const unknownTypeRefusal = Reply.refusal(415, "The body must be application/json.")

const answer = <A>(call: Call<A>, request: HttpServerRequest): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  withBody(request, (body) =>
    Effect.match(call(body), { onFailure: Reply.failure, onSuccess: (value) => Reply.json(value) }),
  )

/** The whole query of a URL, also what the endpoint doesn't know. */
const queryOf = ({ url }: HttpServerRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(url.split("?").slice(1).join("?")))

/** Takes a job. */
const accept = (
  kind: string,
  submit: JobCalls.JobCalls["Service"]["submitBatch"],
  request: HttpServerRequest,
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  withBody(request, (body) =>
    Effect.match(submit(body), {
      onFailure: JobCalls.failure,
      onSuccess: ({ id }) => {
        const status_url = `/api/v1/${kind}/${id}`
        return Reply.json({ id, status_url }, { status: 202, headers: { location: status_url } })
      },
    }),
  )

const shown = <A>(
  call: Effect.Effect<A, Parameters<typeof JobCalls.failure>[0]>,
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.match(call, { onFailure: JobCalls.failure, onSuccess: (value) => Reply.json(value) })

/** The answer to a JSON object. */
const withBody = (
  request: HttpServerRequest,
  reply: (body: object) => Effect.Effect<HttpServerResponse.HttpServerResponse>,
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  /^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")
    ? Effect.matchEffect(request.json, {
        onFailure: () => Effect.succeed(Reply.notJsonRefusal),
        onSuccess: (body) => (Predicate.isObject(body) ? reply(body) : Effect.succeed(Reply.notJsonRefusal)),
      })
    : Effect.succeed(unknownTypeRefusal)
