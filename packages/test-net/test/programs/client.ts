/** Fetches its parent's URLs by one set of the real layers, inside a span, like a traced program. */
import { setTimeout } from "node:timers/promises"
import { Effect, Layer, ManagedRuntime } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { Conversation, Settings } from "@porthole/core"
import { Node, ToolCalls, ToolSettings } from "@porthole/tools"
import type { Errand, Outcome } from "./Visit.ts"

/**
 * Only the test of robots.txt requests one: the others count a page's requests. Pages are read in this thread: the
 * tests concern the transport, and a thread's start would count towards the deadlines of faults.
 */
const settings = Layer.merge(
  Settings.layer({ robots: process.env["PORTHOLE_ROBOTS"] === "true", extract_isolation: "none" }),
  ToolSettings.layer(),
)

const runtime = ManagedRuntime.make(
  Layer.merge(Node.backend().pipe(Layer.provideMerge(settings)), FetchHttpClient.layer),
)

const byLayers = ({ conversation, url }: Errand) =>
  ToolCalls.fetch({ url }).pipe(
    Effect.map((answer) => ({ code: 0, answer: { ...answer } })),
    Effect.catch((error) => Effect.succeed({ code: 1, answer: { ...error.wire } })),
    Effect.provideService(Conversation.Conversation, { id: conversation ?? crypto.randomUUID(), tenant: "default" }),
  )

const byHttpClient = ({ url }: Errand) =>
  Effect.map(HttpClient.get(url), ({ status }) => ({ code: 0, answer: { status_code: status } }))

const visit = async (errand: Errand): Promise<Outcome> => {
  if (errand.after !== undefined) await setTimeout(errand.after)
  return errand.control === true
    ? runtime.runPromise(Effect.withSpan(byHttpClient(errand), "caller"))
    : runtime.runPromise(Effect.withSpan(byLayers(errand), "caller"))
}

process.on("message", (errand: Errand) => {
  void visit(errand).then((outcome) => process.send?.(outcome))
})
