/** A program that uses the store of each URL once: `node once.ts <url>…`. It prints the outcomes, and just ends. */
import * as Effect from "effect/Effect"
import * as Persistence from "effect/persistence/Persistence"
import * as Redacted from "effect/Redacted"
import { RedisStore } from "../../src/index.ts"

const use = (url: string) =>
  Persistence.BackingPersistence.use(({ make }) =>
    Effect.scoped(Effect.flatMap(make("pages"), (store) => store.set("a", { at: 1 }, undefined))),
  ).pipe(Effect.provide(RedisStore.layer({ url: Redacted.make(url), replyTimeout: "1 minute" })), Effect.result)

for (const url of process.argv.slice(2)) process.stdout.write(`${(await Effect.runPromise(use(url)))._tag}\n`)
