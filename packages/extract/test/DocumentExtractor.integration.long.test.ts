/** The contract of the extractor in every isolation, and programs that end by themselves. clock: real, as theirs. */
import { contractTests, inline, processes, programs, programTests, threads } from "./Isolations.ts"

for (const isolation of [threads, processes, inline]) contractTests(isolation, Infinity)

programTests(programs)
