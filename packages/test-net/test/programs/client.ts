/**
 * Fetches its parent's URLs by the real layers, inside a span, like a traced program. Each set of errands has layers of
 * its own, so that it meets no page, pin or connection of an earlier one.
 */
import { setTimeout } from "node:timers/promises"
import { ConfigProvider, Effect, Layer, ManagedRuntime } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { Conversation, Settings } from "@porthole/core"
import { Node, ToolCalls, ToolSettings } from "@porthole/tools"
import type { Errand, Outcome } from "./Visit.ts"

/** An errand of a set. */
export interface Order {
  readonly set: string
  /** The settings of the set, as variables of the environment. */
  readonly settings: Readonly<Record<string, string>>
  readonly errand: Errand
}

/**
 * Only the test of robots.txt requests one: the others count a page's requests. Pages are read in this thread: the
 * tests concern the transport, and a thread takes long to start.
 */
const layersOf = (settings: Order["settings"]) =>
  Node.backend().pipe(
    Layer.provideMerge(
      Layer.merge(
        Settings.layer({ robots: settings["PORTHOLE_ROBOTS"] === "true", extract_isolation: "none" }),
        ToolSettings.layer(),
      ),
    ),
    Layer.merge(FetchHttpClient.layer),
    Layer.provideMerge(
      ConfigProvider.layer(ConfigProvider.orElse(ConfigProvider.fromEnv({ env: settings }), ConfigProvider.fromEnv())),
    ),
  )

const start = ({ set, settings }: Order) => ({ set, runtime: ManagedRuntime.make(layersOf(settings)) })

let current: ReturnType<typeof start> | undefined

const runtimeOf = async (order: Order) => {
  if (current?.set !== order.set) {
    await current?.runtime.dispose()
    current = start(order)
  }
  return current.runtime
}

const byLayers = ({ conversation, url }: Errand) =>
  ToolCalls.fetch({ url }).pipe(
    Effect.map((answer) => ({ code: 0, answer: { ...answer } })),
    Effect.catch((error) => Effect.succeed({ code: 1, answer: { ...error.wire } })),
    Effect.provideService(Conversation.Conversation, { id: conversation ?? crypto.randomUUID(), tenant: "default" }),
  )

const byHttpClient = ({ url }: Errand) =>
  Effect.map(HttpClient.get(url), ({ status }) => ({ code: 0, answer: { status_code: status } }))

const visit = async (order: Order): Promise<Outcome> => {
  const { errand } = order
  const runtime = await runtimeOf(order)
  // clock: an answer outlives a pin
  if (errand.after !== undefined) await setTimeout(errand.after)
  return errand.control === true
    ? runtime.runPromise(Effect.withSpan(byHttpClient(errand), "caller"))
    : runtime.runPromise(Effect.withSpan(byLayers(errand), "caller"))
}

process.on("message", (order: Order) => {
  void visit(order).then((outcome) => process.send?.(outcome))
})
