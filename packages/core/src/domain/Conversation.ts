/**
 * Who is asking: the conversation that owns pins, known URLs and use budgets, and the tenant that
 * owns caches and credentials.
 *
 * Faces set it with `Effect.provideService(Conversation, …)`: the command once a process, the MCP
 * server once a transport session, the Promise facade once a `createWebTools`. Code that sets
 * nothing shares one process-wide conversation.
 */
import * as Context from "effect/Context"

/** Both ids are opaque, non-empty strings of the host program's choosing. */
export interface ConversationId {
  readonly id: string
  readonly tenant: string
}

/** The conversation in force; `default` of tenant `default` where nobody set one. */
export const Conversation: Context.Reference<ConversationId> = Context.Reference<ConversationId>(
  "@porthole/core/Conversation",
  { defaultValue: () => ({ id: "default", tenant: "default" }) },
)
