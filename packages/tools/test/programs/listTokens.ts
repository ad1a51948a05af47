/** Fetches as `fetchOnce.ts` does; then lists the access tokens of the Redis, and prints the failure's message. */
import * as Effect from "effect/Effect"
import { Operator } from "../../src/index.ts"
import "./fetchOnce.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

const message = await Operator.storedTokens.pipe(
  Effect.flatMap(({ list }) => list),
  Effect.match({ onFailure: (error) => error.message, onSuccess: () => "listed" }),
  Effect.scoped,
  Effect.provide(ToolSettings.layer({ redis_url: process.argv[2] ?? "" })),
  Effect.runPromise,
)
console.log(message)
