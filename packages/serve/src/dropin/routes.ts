/**
 * The endpoints of other services, for clients whose base URL alone is changed. `/search` is SearXNG's by `GET` and as
 * a form; the media type of the body tells whose it is.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import { Calls } from "../Calls.ts"
import * as Reply from "../Reply.ts"
import * as Fields from "./Fields.ts"
import * as SearxngSearch from "./SearxngSearch.ts"

/** The routes. */
export const layer: Layer.Layer<never, never, Calls | HttpRouter.HttpRouter> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const calls = yield* Calls
    yield* router.add("GET", "/search", (request) => SearxngSearch.search(calls, Fields.ofQuery(request)))
    yield* router.add("POST", "/search", (request) =>
      answered(
        mediaTypeOf(request) === "application/x-www-form-urlencoded"
          ? Effect.flatMap(Fields.ofForm(request), (fields) => SearxngSearch.search(calls, fields))
          : Effect.fail(unknownType),
      ),
    )
  }),
)

// --- private --------------------------------------------------------------------------

/** A body that can't be read is answered like any other request. */
const answered = (answer: Effect.Effect<HttpServerResponse, HttpServerResponse>): Effect.Effect<HttpServerResponse> =>
  Effect.catch(answer, Effect.succeed)

const unknownType = Reply.refusal(415, "The body is of no media type that this endpoint reads.")

const mediaTypeOf = ({ headers }: HttpServerRequest): string =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
