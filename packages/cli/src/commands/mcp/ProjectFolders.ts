/** The folders of the projects that `porthole mcp --docs-for` serves. */
import * as McpSchema from "effect/ai/McpSchema"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { fileURLToPath } from "node:url"

/**
 * The named folder; for an empty name the client's roots, else the working folder. Roots that a client has named are
 * asked for again after half a minute, because the server's library drops the message that they have changed.
 */
export const make = (
  named: string,
  ask: Effect.Effect<ReadonlyArray<string>> = roots,
): Effect.Effect<ReadonlyArray<string>> => {
  if (named !== "") return Effect.succeed([named])
  let known: ReadonlyArray<string> = []
  let until = 0
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now < until) return known
    const found = yield* ask
    if (found.length > 0) known = found
    until = known.length > 0 ? now + freshFor : Infinity
    if (known.length === 0) known = [process.cwd()]
    return known
  })
}

// --- private --------------------------------------------------------------------------

/** Maximum number of roots that are served, and how long a client may take to name them. */
const maxRoots = 8
const patience = "3 seconds"

/** How long the roots that a client has named count, in milliseconds. */
const freshFor = 30_000

/** The client's folders; none if it can't name any. */
const roots: Effect.Effect<ReadonlyArray<string>> = Effect.gen(function* () {
  const client = yield* Effect.serviceOption(McpSchema.McpServerClient)
  if (Option.isNone(client)) return []
  const { listRoots } = yield* client.value.getClient
  // Clients refuse a request whose parameters are null.
  const { roots } = yield* listRoots({})
  return roots.slice(0, maxRoots).flatMap(({ uri }) => Option.toArray(folderOf(uri)))
}).pipe(
  Effect.scoped,
  Effect.timeout(patience),
  Effect.orElseSucceed(() => []),
)

const folderOf = (uri: string): Option.Option<string> => Result.getSuccess(Result.try(() => fileURLToPath(uri)))
