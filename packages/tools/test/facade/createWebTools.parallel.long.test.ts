/** Tests many parallel calls over the facade, read in every isolation. */
import { describe } from "vitest"
import { isolations, parallelTests } from "./ParallelFetches.ts"

describe("200 parallel webFetch calls", () => parallelTests(200, isolations))
