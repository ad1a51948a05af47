/** Reads an archive, in a process of its own whose time and memory the parent limits. */
import type { DocumentFormat } from "@porthole/core"
import * as Effect from "effect/Effect"
import { madeOf } from "./Archive.ts"
import { damaged } from "./container/Damage.ts"
import { write } from "./Made.ts"

/** Reads an archive. */
export const read: DocumentFormat.Read = (fetched, options) =>
  Effect.suspend(() => Effect.fromResult(madeOf(fetched))).pipe(
    Effect.flatMap((made) => write(made, fetched, options)),
    // Parts that no office program writes.
    Effect.catchDefect(() => Effect.fail(damaged)),
    Effect.result,
    Effect.runPromise,
  )
