/**
 * Reports a call's progress to an MCP client that requested it by a `progressToken`: after each page of several, and
 * every {@link interval} until the last page was read, with the step and the host that the call is at.
 *
 * The figure is the number of pages read plus a fraction for the elapsed time, because it must grow each time. The
 * total is the number of pages, if there are several.
 */
import type * as McpSchema from "effect/ai/McpSchema"
import type * as McpServer from "effect/ai/McpServer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { Progress, type ProgressShape } from "@porthole/core"
import * as McpMetadata from "./McpMetadata.ts"

/** How often a client gets progress of a long call. */
export const interval = Duration.seconds(3)

/** Runs a call whose progress the server reports. */
export const reported = <A, E, R>(
  server: McpServer.McpServer["Service"],
  call: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R | McpSchema.McpRequestContext> =>
  Effect.flatMap(tokenOfCall, (token) => (token === undefined ? call : withProgress(server, token, call)))

// --- private --------------------------------------------------------------------------

type ProgressToken = string | number

const withProgress = Effect.fnUntraced(function* <A, E, R>(
  { notifications }: McpServer.McpServer["Service"],
  progressToken: ProgressToken,
  call: Effect.Effect<A, E, R>,
) {
  let read: { readonly done: number; readonly total?: number } = { done: 0 }
  let silent = 0
  let step = "Beginning."
  const notify = (message: string) =>
    Effect.suspend(() => {
      const { done, total } = read
      const progress = done + 1 - 1 / (silent + 1)
      return notifications["notifications/progress"]({
        progressToken,
        progress,
        ...(total === undefined ? {} : { total }),
        message,
      })
    }).pipe(Effect.ignore)
  const ticks = Effect.forever(
    Effect.delay(
      Effect.suspend(() => {
        // The progress must grow and stay below the total, so nothing is reported after the last page.
        if (read.done === read.total) return Effect.void
        silent++
        return notify(step)
      }),
      interval,
    ),
  )
  const report: ProgressShape["report"] = (figures) =>
    Effect.suspend(() => {
      read = figures
      silent = 0
      return notify(`Read ${figures.done} of ${figures.total} pages.`)
    })
  const begin = (sentence: string) => Effect.sync(() => void (step = sentence))
  return yield* Effect.raceFirst(Effect.provideService(call, Progress, { report, step: begin }), ticks)
})

const tokenOfCall: Effect.Effect<ProgressToken | undefined, never, McpSchema.McpRequestContext> = Effect.map(
  McpMetadata.ofCall,
  (metadata) => {
    const token = Predicate.hasProperty(metadata, "progressToken") ? metadata.progressToken : undefined
    return typeof token === "string" || typeof token === "number" ? token : undefined
  },
)
