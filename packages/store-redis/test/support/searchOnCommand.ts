/**
 * A program that searches once for each input line, and prints the outcome:
 * `node searchOnCommand.ts <redis url> <refuses|answers> <long|as usual>`.
 */
import { Effect } from "effect"
import { createInterface } from "node:readline"
import { searching } from "./Searching.ts"

const [, , url = "", does = "", waits = ""] = process.argv

const program = Effect.gen(function* () {
  const search = yield* searching(url, does === "refuses" ? does : "answers", waits === "long" ? waits : "as usual")
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  for (;;) {
    const line = yield* Effect.promise(() => lines.next())
    if (line.done === true) return
    process.stdout.write(`${JSON.stringify(yield* search)}\n`)
  }
})

await Effect.runPromise(Effect.scoped(program))
