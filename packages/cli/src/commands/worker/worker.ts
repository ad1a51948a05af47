/** `porthole worker`: its flags and help. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Flags from "../../Flags.ts"
import type { Output } from "../../Output.ts"
import type * as Quit from "../../Quit.ts"

export const worker = Command.make(
  "worker",
  { reader: Flags.reader },
  ({ reader }): Effect.Effect<void, Quit.Quit, Output> =>
    Effect.flatMap(
      Effect.promise(() => import("./run.ts")),
      ({ work }) => work(Flags.ifSome("reader", reader)),
    ),
).pipe(
  Command.withDescription(
    "Read the pages of the jobs that servers over the same Redis have taken, by the pace of their hosts. Any number " +
      "of workers share the jobs.",
  ),
  Command.withShortDescription("Do the jobs of servers over one Redis"),
  Command.withExamples([
    {
      command: "PORTHOLE_REDIS_URL=redis://127.0.0.1:6379 porthole worker",
      description: "One more worker, on this machine or another one",
    },
  ]),
)
