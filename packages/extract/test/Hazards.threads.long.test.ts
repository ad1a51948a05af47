/** A third of the hostile documents, and some of the others, are read to their end: in threads. */
import { readTests, shareOf } from "./hazards/HazardTests.ts"

readTests("threads", shareOf("threads"))
