/**
 * The commands that the program around the providers offers its operator. The sentences of errors name them; in a
 * program that has none, such as one of your own, they do without.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Commands as an operator types them. */
export interface OperatorCommandsShape {
  /** Checks providers, keys and caches, such as `acme doctor`. */
  readonly diagnose?: string
  /** Stores the key of a provider, such as `acme keys set tavily`. */
  readonly storeKey?: (provider: string) => string
}

/** The commands: none, unless a face provides its own. */
export const OperatorCommands: Context.Reference<OperatorCommandsShape> = Context.Reference<OperatorCommandsShape>(
  "@porthole/provider-kit/OperatorCommands",
  { defaultValue: () => ({}) },
)

/** What to do about a failure that may pass. */
export const tryLater: Effect.Effect<string> = OperatorCommands.useSync(({ diagnose }) =>
  diagnose === undefined ? "Try again later." : `Try again later, or run \`${diagnose}\`.`,
)
