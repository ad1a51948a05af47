/**
 * The caller of a request. A token identifies a tenant: its calls are one conversation, with the tenant's keys, caches
 * and limits. Without a token a request belongs to this process's conversation, if that is allowed: for a local client,
 * as long as this process has seen no stored token, or under `allow_tokenless`.
 *
 * Tokens come as `Authorization: Bearer`, or as the password of `Basic` with any user name, for clients that support
 * only that. They are compared by their hashes in constant time. A token that is added or removed counts after
 * {@link tokenCacheTtl} at the latest.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Conversation } from "@porthole/core"
import { AccessTokens } from "@porthole/stores"
import { timingSafeEqual } from "node:crypto"
import * as Token from "./Token.ts"
import { ServerSettings } from "./settings/ServerSettings.ts"

/** How long the list of tokens is cached. */
export const tokenCacheTtl = Duration.seconds(5)

/** The request's token is missing or unknown. */
export class Unauthorized extends Data.TaggedError("Unauthorized")<{ readonly message: string }> {}

/** Returns the caller of a request by its `Authorization` header; only a local one may have no token. */
export type FindCaller = (
  authorization: string | undefined,
  isLocal: boolean,
) => Effect.Effect<Conversation.ConversationId, Unauthorized | AccessTokens.AccessTokensError>

/** Makes the lookup. A request without a token belongs to the process's conversation, in which this effect runs. */
export const make: Effect.Effect<FindCaller> = Effect.gen(function* () {
  const { list } = yield* AccessTokens.AccessTokens
  const { allow_tokenless } = yield* ServerSettings
  const processConversation = yield* Conversation.Conversation
  // Never unset, so that a store which loses its tokens, or the removal of the last one, opens nothing.
  let hadTokens = false
  let count = 0
  const read = Effect.tap(Effect.tapError(list, warn), ({ length }) => {
    const isLoss = count > 0 && length === 0
    count = length
    return isLoss ? Effect.logWarning(lostTokens) : Effect.void
  })
  // The cache also holds a failure, so that the log gets one line in that time.
  const tokens = yield* Effect.cachedWithTTL(read, tokenCacheTtl)
  return (authorization, isLocal) => {
    if (authorization === undefined && isLocal && allow_tokenless) return Effect.succeed(processConversation)
    if (authorization === undefined && !isLocal) return Effect.fail(missingTokenError)
    return Effect.flatMap(tokens, (stored) => {
      hadTokens ||= stored.length > 0
      const token = authorization === undefined ? undefined : tokenIn(authorization)
      // Some clients always send a key. As long as no token is needed it is ignored, unless it is one of our tokens,
      // which was added or removed a moment ago: its tenant's calls mustn't be the process's.
      const isIgnored = token === undefined || !Token.isToken(token)
      if (!hadTokens && isLocal && isIgnored) return Effect.succeed(processConversation)
      if (authorization === undefined) return Effect.fail(missingTokenError)
      if (token === undefined) return Effect.fail(unknownTokenError)
      const hash = Token.hashOf(token)
      const found = stored.find((candidate) => timingSafeEqual(Buffer.from(candidate.hash, "hex"), hash))
      return found === undefined
        ? Effect.fail(unknownTokenError)
        : Effect.succeed({ id: `token/${Token.idOf(found)}`, tenant: found.tenant })
    })
  }
})

// --- private --------------------------------------------------------------------------

const warn = ({ message }: AccessTokens.AccessTokensError) =>
  Effect.logWarning(`Requests get 503, because the tokens can't be read. ${message}`)

const lostTokens =
  "Requests get 401: the store holds no token any more, and had some. If nobody removed them, was a Redis without " +
  "`appendonly yes` restarted? Add tokens with `porthole tokens add`."

const missingTokenError = new Unauthorized({
  message: "A token is required: Authorization: Bearer <token>. Add one with `porthole tokens add`.",
})
const unknownTokenError = new Unauthorized({
  message: "This server doesn't know the token. Check it, or add one with `porthole tokens add`.",
})

const tokenIn = (authorization: string): string | undefined => {
  const [, scheme = "", credentials = ""] = /^(bearer|basic) +([\x21-\x7e]{1,512})$/i.exec(authorization.trim()) ?? []
  if (scheme.toLowerCase() !== "basic") return credentials === "" ? undefined : credentials
  const decoded = Buffer.from(credentials, "base64").toString("utf8")
  const at = decoded.indexOf(":")
  return at === -1 ? undefined : decoded.slice(at + 1)
}
