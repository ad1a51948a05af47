/** A third of the hostile documents, and some of the others, are read to their end: in processes. */
import { readTests, shareOf } from "./hazards/HazardTests.ts"

readTests("processes", shareOf("processes"))
