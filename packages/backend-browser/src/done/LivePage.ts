/** The page of a rendering, as its driver holds it. */
import * as Effect from "effect/Effect"
import * as Answers from "../cdp/Answers.ts"
import { CdpError } from "../cdp/CdpError.ts"
import type { Connection, Params } from "../cdp/Connection.ts"

/** A page: the session of its main frame, and that frame. */
export interface LivePage {
  readonly connection: Connection
  readonly sessionId: string
  readonly frameId: string
  /** Whether it has started a worker. */
  readonly hasWorkers: () => boolean
  /** Does something and waits for the next event of a name. */
  readonly nextAfter: (begin: () => void, method: string) => Effect.Effect<void>
}

/** Sends a command to a page and decodes its result. */
export const ask = <A>(
  { connection, sessionId }: LivePage,
  answer: Parameters<typeof Answers.ask<A>>[1],
  method: string,
  params: Params = {},
): Effect.Effect<A, CdpError> => Answers.ask(connection, answer, [method, params, sessionId])

/** Sends a command to a page without waiting. */
export const post = ({ connection, sessionId }: LivePage, method: string, params?: Params): void =>
  connection.post(method, params, sessionId)

/**
 * The world of ours in the page's current document, of which the page's scripts see nothing. A new document has a new
 * one.
 */
export const world = (page: LivePage): Effect.Effect<number, CdpError> =>
  Effect.map(
    ask(page, Answers.CreatedWorld, "Page.createIsolatedWorld", {
      frameId: page.frameId,
      worldName: "porthole",
    }),
    ({ executionContextId }) => executionContextId,
  )

/** Calls a function, given as its source, in a world; its result must be a value. */
export const call = Effect.fnUntraced(function* (
  page: LivePage,
  executionContextId: number,
  functionDeclaration: string,
  args: ReadonlyArray<{ readonly value: unknown } | { readonly objectId: string }> = [],
) {
  const { exceptionDetails, result } = yield* ask(page, Answers.Evaluated, "Runtime.callFunctionOn", {
    functionDeclaration,
    executionContextId,
    arguments: args,
    returnByValue: true,
  })
  if (exceptionDetails === undefined) return result.value
  return yield* new CdpError({ reason: "refused", method: "Runtime.callFunctionOn", detail: exceptionDetails.text })
})
