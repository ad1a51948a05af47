/** A program that measures what its standard input names, a {@link Measurement} as JSON, and prints what grows. */
import { text } from "node:stream/consumers"

/** What is measured: of each kind this many, drawn by the run's seed. */
export interface Measurement {
  readonly patterns?: { readonly literals: ReadonlyArray<string>; readonly count: number }
  readonly readers?: number
  /** Of the formats, and of the documents for each. */
  readonly formats?: readonly [formats: number, documents: number]
}

const { formats, patterns, readers }: Measurement = JSON.parse(await text(process.stdin))
if (patterns !== undefined) (await import("./patterns.ts")).reportPatterns(patterns.literals, patterns.count)
if (readers !== undefined) (await import("./readers.ts")).reportReaders(readers)
if (formats !== undefined) await (await import("./formats.ts")).reportFormats(...formats)
process.stdout.write("done\n")
