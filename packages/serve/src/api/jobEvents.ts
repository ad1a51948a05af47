/**
 * What a job does, as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): `progress`
 * when its state changes, `page` for each result, whose id is a cursor, and `end`. A client that comes again with
 * `Last-Event-ID` gets what comes after that.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Bound, Conversation } from "@porthole/core"
import type { JobStore } from "@porthole/stores"
import type { JobCalls as Calls } from "@porthole/tools"
import * as JobCalls from "../JobCalls.ts"
import * as Reply from "../Reply.ts"

/** Maximum number of clients that listen to jobs at the same time. */
export const maxListeners = 64

/** The routes. */
export const layer: Layer.Layer<never, never, JobCalls.JobCalls | HttpRouter.HttpRouter> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const calls = yield* JobCalls.JobCalls
    const share = Bound.share(
      "listeners of jobs",
      { capacity: maxListeners, perFree: 3, reserve: maxListeners / 8 },
      // No rule of this share hangs on time.
      { now: () => 0 },
    )
    const listen = (kind: JobStore.Kind) =>
      Effect.gen(function* () {
        const { tenant } = yield* Conversation.Conversation
        const { headers } = yield* HttpServerRequest
        const { id = "" } = yield* HttpRouter.params
        const cursor = /^\d{1,15}$/.test(headers["last-event-id"] ?? "") ? Number(headers["last-event-id"]) : 0
        const events = yield* Effect.result(calls.events(kind, id, cursor))
        if (events._tag === "Failure") return JobCalls.failure(events.failure)
        if (!share.mayTake(tenant)) return busyRefusal
        yield* Effect.acquireRelease(
          Effect.sync(() => share.take(tenant)),
          () => Effect.sync(() => share.release(tenant)),
        )
        const text = Stream.map(Stream.catch(events.success, ended), textOf)
        return HttpServerResponse.stream(Stream.encodeText(text), {
          contentType: "text/event-stream",
          headers: { "cache-control": "no-store" },
        })
      })
    yield* router.add("GET", "/api/v1/batch/:id/events", listen("batch"))
    yield* router.add("GET", "/api/v1/crawl/:id/events", listen("crawl"))
  }),
)

// --- private --------------------------------------------------------------------------

const busyRefusal = Reply.refusal(503, "Too many clients listen to jobs. Ask for the job's pages instead.", {
  "retry-after": "5",
})

interface Failed {
  readonly kind: "error"
  readonly message: string
}

/** A job that is gone, or a store that doesn't answer, ends the events; the client may come again. */
const ended = ({ message }: Calls.Failure): Stream.Stream<Failed> => Stream.succeed({ kind: "error", message })

const textOf = (event: Calls.Event | Failed): string => {
  if (event.kind === "error") return `event: error\ndata: ${JSON.stringify({ message: event.message })}\n\n`
  if (event.kind === "page") return `event: page\nid: ${event.cursor}\ndata: ${JSON.stringify(event.entry)}\n\n`
  return `event: ${event.kind}\ndata: ${JSON.stringify(event.status)}\n\n`
}
