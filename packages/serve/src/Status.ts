/**
 * The server's state: `/health` answers while it runs, `/ready` reports whether its tokens can be read, `/metrics` has
 * this process's figures in the text format of Prometheus.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { AccessTokens, JobStore } from "@porthole/stores"
import * as JobMetrics from "./JobMetrics.ts"
import * as Reply from "./Reply.ts"

/** The routes. */
export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { list } = yield* AccessTokens.AccessTokens
    const store = yield* JobStore.JobStore
    const readJobs = yield* Effect.cachedWithTTL(JobMetrics.read(store, new Set()), "5 seconds")
    const readable = yield* Effect.cachedWithTTL(Effect.isSuccess(list), "5 seconds")
    yield* router.add("GET", "/health", Reply.json({ status: "ok" }))
    yield* router.add(
      "GET",
      "/ready",
      Effect.map(readable, (isReady) => (isReady ? Reply.json({ status: "ready" }) : Reply.unreadableTokensRefusal)),
    )
    yield* router.add(
      "GET",
      "/metrics",
      readProcess.pipe(
        Effect.andThen(readJobs),
        Effect.andThen(PrometheusMetrics.format()),
        Effect.map((text) => HttpServerResponse.text(text, { contentType: textFormat })),
      ),
    )
  }),
)

// --- private --------------------------------------------------------------------------

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
const textFormat = "text/plain; version=0.0.4; charset=utf-8"

/** The process's own figures, by the names that Prometheus's client libraries give them. */
const processMetrics: ReadonlyArray<readonly [metric: Metric.Metric<number, unknown>, read: () => number]> = [
  [
    Metric.gauge("process_resident_memory_bytes", { description: "Resident memory of this process" }),
    () => process.memoryUsage.rss(),
  ],
  [
    Metric.gauge("process_start_time_seconds", { description: "When this process started, since the epoch" }),
    () => performance.timeOrigin / 1_000,
  ],
]

const processorTime = Metric.counter("process_cpu_seconds_total", {
  description: "Processor time of this process, without its readers",
  incremental: true,
})

/** A counter takes what was added since it was read last. */
const readProcessorTime = Effect.flatMap(Metric.value(processorTime), ({ count }) => {
  const { system, user } = process.cpuUsage()
  return Metric.update(processorTime, Math.max(0, (user + system) / 1e6 - count))
})

const readProcess = Effect.andThen(
  readProcessorTime,
  Effect.forEach(processMetrics, ([metric, read]) => Metric.update(metric, read()), { discard: true }),
)
