/** A program that uses the store once: `node once.ts <url>`. It prints the outcome and doesn't call `process.exit`. */
import * as Effect from "effect/Effect"
import * as Persistence from "effect/persistence/Persistence"
import * as Redacted from "effect/Redacted"
import { RedisStore } from "../../src/index.ts"

const url = process.argv[2] ?? ""

const program = Persistence.BackingPersistence.use(({ make }) =>
  Effect.scoped(Effect.flatMap(make("pages"), (store) => store.set("a", { at: 1 }, undefined))),
).pipe(Effect.provide(RedisStore.layer({ url: Redacted.make(url), replyTimeout: "1 minute" })), Effect.result)

process.stdout.write(`${(await Effect.runPromise(program))._tag}\n`)
