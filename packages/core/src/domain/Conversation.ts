/**
 * The caller: the conversation, which owns DNS pins, known URLs and use budgets, and the tenant, which owns caches and
 * credentials.
 *
 * Front ends set it with `Effect.provideService(Conversation, …)`: the command once per process, the MCP server once
 * per transport session, the Promise facade once per `createWebTools`. Without it, calls share one process-wide
 * conversation.
 */
import * as Context from "effect/Context"

/** The host program chooses both ids, which are opaque, non-empty strings. */
export interface ConversationId {
  readonly id: string
  readonly tenant: string
}

/** The current conversation; `default` of the tenant `default` unless one is set. */
export const Conversation: Context.Reference<ConversationId> = Context.Reference<ConversationId>(
  "@porthole/core/Conversation",
  { defaultValue: () => ({ id: "default", tenant: "default" }) },
)

/** The key of a conversation in a map of all tenants' conversations. */
export const keyOf = ({ id, tenant }: ConversationId): string => JSON.stringify([tenant, id])
