/** A third of the hostile documents, and some of the others, are read to their end: inline. */
import { readTests, shareOf } from "./hazards/HazardTests.ts"

readTests("inline", shareOf("inline"))
