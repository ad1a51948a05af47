/** Some hostile words in every call; `ToolText.hostile.long.test.ts` tests all. */
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { cases, hostileTextTests } from "./HostileTextTests.ts"

hostileTextTests(sampleOf(cases, 6))
