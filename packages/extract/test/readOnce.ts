/** A program that reads one page (none with `nothing`) with an isolation and doesn't end its pool. */
import { Extractor } from "@porthole/core"
import { Effect, Layer, ManagedRuntime } from "effect"
import { DocumentExtractor } from "../src/index.ts"
import { article, bytesOf, fetchedOf, unhurried } from "./support.ts"

const isolation = (["thread", "process", "none"] as const).find((name) => name === process.argv[2])
const runtime = ManagedRuntime.make(Layer.provideMerge(DocumentExtractor.layer({ isolation }), unhurried))
const read = Extractor.Extractor.use(({ extract }) =>
  process.argv[3] === "nothing"
    ? Effect.succeed({ title: "Nothing" })
    : extract(fetchedOf(bytesOf(article("<p>Words.</p>")))),
)
console.log((await runtime.runPromise(Effect.map(read, ({ title }) => title))).toString())
