/** Hints that a host may use to decide whether to ask its user: every tool reads, none changes anything. */
import * as Tool from "effect/ai/Tool"
import * as Context from "effect/Context"

/** The annotations of a tool with this title. */
export const of = (title: string): Context.Context<Tool.Title> =>
  Context.make(Tool.Title, title).pipe(
    Context.add(Tool.Readonly, true),
    Context.add(Tool.Destructive, false),
    Context.add(Tool.Idempotent, true),
    Context.add(Tool.OpenWorld, true),
    // A provider's strict mode would make every parameter required.
    Context.add(Tool.Strict, false),
  )
