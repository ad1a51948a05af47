/** The metadata (`_meta`) of a client's request. */
import * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** In a session, `McpRequestContext` has the first request's metadata, and `McpServerClient` the current request's. */
export const ofCall: Effect.Effect<unknown, never, McpSchema.McpRequestContext> = Effect.gen(function* () {
  const client = yield* Effect.serviceOption(McpSchema.McpServerClient)
  const { requestMetadata } = yield* McpSchema.McpRequestContext
  return Option.isSome(client) ? client.value.requestMetadata : requestMetadata
})
