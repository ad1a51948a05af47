/** Reads a message of e-mail, in a process of its own whose time and memory the parent limits. */
import type { DocumentFormat } from "@porthole/core"
import * as Effect from "effect/Effect"
import { damaged } from "./container/Damage.ts"
import { write } from "./Made.ts"
import * as Message from "./message/Message.ts"

/** Reads a message. */
export const read: DocumentFormat.Read = (fetched, options) =>
  Effect.suspend(() => Message.read(fetched.bytes)).pipe(
    Effect.flatMap((made) => write(made, fetched, options)),
    Effect.catchDefect(() => Effect.fail(damaged)),
    Effect.result,
    Effect.runPromise,
  )
