/** Records pages into a file whose disk is too small for them, and prints which are told to be kept, and which are. */
import { Recorded } from "@porthole/core"
import { Effect } from "effect"
import { make } from "../../src/index.ts"
import { dial } from "./recordings.ts"

const [, , file = ""] = process.argv

const urls = Array.from({ length: 100 }, (_, at) => `https://a.example/${at}`)

const kept = await Effect.runPromise(
  Effect.scoped(
    Effect.flatMap(make({ file, mode: "record" }), (recording) =>
      Effect.filter(urls, (url) =>
        Effect.map(
          Recorded.collect(dial(recording, url, `${url} ${Array.from({ length: 300 }, Math.random).join(" ")}`)),
          ({ entries, value }) => value.startsWith(`${url} `) && !("lost" in (Recorded.choose(entries) ?? {})),
        ),
      ),
    ),
  ),
)

const replayed = await Effect.runPromise(
  Effect.scoped(
    Effect.flatMap(make({ file, mode: "replay" }), (recording) =>
      Effect.filter(kept, (url) => Effect.map(dial(recording, url), (text) => text.startsWith(`${url} `))),
    ),
  ),
)
process.stdout.write(JSON.stringify({ kept: kept.length, replayed: replayed.length }))
