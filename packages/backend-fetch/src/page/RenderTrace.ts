/** How documents were rendered: counters for `/metrics`, and a listener for `porthole fetch --explain`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { Renderer } from "@porthole/core"

/** One rendering, or why there was none. */
export interface RenderTrace {
  readonly url: string
  /** `partial`: the document was still changing at its end. `missing`: no browser is ready. */
  readonly outcome: "rendered" | "partial" | "failed" | "missing"
  /** Why it failed, or what is missing. */
  readonly detail?: string
  readonly requested: ReadonlyArray<Renderer.RequestedPart>
  readonly refusedByWall: number
}

/** Receives each trace; nothing by default. */
export const Listener: Context.Reference<(trace: RenderTrace) => void> = Context.Reference<
  (trace: RenderTrace) => void
>("@porthole/backend-fetch/RenderTrace", { defaultValue: () => () => {} })

/** Renderings by `outcome`. */
export const renderings: Metric.Counter<number> = Metric.counter("porthole_renderings_total", {
  description: "Renderings of pages, by outcome",
  incremental: true,
})

/** Requests of rendered documents by `outcome`: `answered`, `refused`, `failed`. */
export const requests: Metric.Counter<number> = Metric.counter("porthole_rendering_requests_total", {
  description: "Requests of rendered pages, by outcome",
  incremental: true,
})

/** Attempts of rendered documents to reach a network themselves, all refused. */
export const refusedByWall: Metric.Counter<number> = Metric.counter("porthole_rendering_wall_refusals_total", {
  description: "Attempts of rendered pages to reach a network past the transport, all refused",
  incremental: true,
})

/** Counts a rendering, and tells the listener. */
export const report = Effect.fnUntraced(function* (trace: RenderTrace): Effect.fn.Return<void> {
  yield* Metric.update(Metric.withAttributes(renderings, { outcome: trace.outcome }), 1)
  for (const { outcome } of trace.requested) {
    const kind = typeof outcome === "number" ? "answered" : outcome
    yield* Metric.update(Metric.withAttributes(requests, { outcome: kind }), 1)
  }
  yield* Metric.update(refusedByWall, trace.refusedByWall)
  yield* Listener.useSync((listen) => listen(trace))
})
