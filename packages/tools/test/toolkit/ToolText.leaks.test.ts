/** Nothing internal reaches a model; `ToolText.leaks.long.test.ts` tries more errors and arguments. */
import { leakTests } from "./LeakTests.ts"

leakTests(10)
