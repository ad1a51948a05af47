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
import { Api } from "./Api.ts"
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

const page = HttpRouter.add(
  "GET",
  "/docs",
  HttpServerResponse.text(TryPage.html, {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": TryPage.policy, "referrer-policy": "no-referrer" },
  }),
)

/** The routes. */
export const layer = Layer.merge(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }).pipe(Layer.provide(group)),
  page,
)

// --- private --------------------------------------------------------------------------

const encodeImage = Schema.encodeSync(Image.ImageJson)

const unknownTypeRefusal = Reply.refusal(415, "The body must be application/json.")

const answer = <A>(call: Call<A>, request: HttpServerRequest): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  /^application\/json\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")
    ? Effect.matchEffect(request.json, {
        onFailure: () => Effect.succeed(Reply.notJsonRefusal),
        onSuccess: (body) =>
          Predicate.isObject(body)
            ? Effect.match(call(body), { onFailure: Reply.failure, onSuccess: (value) => Reply.json(value) })
            : Effect.succeed(Reply.notJsonRefusal),
      })
    : Effect.succeed(unknownTypeRefusal)
