/** Nothing internal reaches a model. */
import { leakTests } from "./LeakTests.ts"

leakTests(60)
