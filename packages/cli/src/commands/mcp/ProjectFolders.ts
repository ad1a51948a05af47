/** The folders of the projects that `porthole mcp --docs-for` serves. */
import * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { fileURLToPath } from "node:url"

/** The named folder; for an empty name the client's roots, which are asked for once, else the working folder. */
export const make = (named: string): Effect.Effect<ReadonlyArray<string>> => {
  if (named !== "") return Effect.succeed([named])
  let known: ReadonlyArray<string> | undefined
  return Effect.suspend(() =>
    known === undefined
      ? Effect.tap(
          Effect.map(roots, (found) => (found.length === 0 ? [process.cwd()] : found)),
          (found) =>
            Effect.sync(() => {
              known = found
            }),
        )
      : Effect.succeed(known),
  )
}

// --- private --------------------------------------------------------------------------

/** Maximum number of roots that are served, and how long a client may take to name them. */
const maxRoots = 8
const patience = "3 seconds"

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
