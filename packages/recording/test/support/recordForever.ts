/** Records one page after the other until it is killed, and prints the URL of each that is answered. */
import { Effect } from "effect"
import { writeSync } from "node:fs"
import * as Module from "node:module"
import { make } from "../../src/index.ts"
import { dial } from "./recordings.ts"

const [, , file = "", first = "0"] = process.argv

// A program that is killed doesn't keep the code that it has compiled for the next one.
Module.flushCompileCache()

await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const recording = yield* make({ file, mode: "record" })
      for (let at = Number(first); ; at++) {
        const url = `https://a.example/${at}`
        yield* dial(recording, url, `page ${at} `.repeat(500))
        writeSync(1, `${url}\n`)
      }
    }),
  ),
)
