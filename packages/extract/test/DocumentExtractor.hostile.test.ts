/** A sample of damaged pages; `DocumentExtractor.hostile.long.test.ts` reads all. */
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { damagedTests, numbers } from "./DamagedPages.ts"

damagedTests(sampleOf(numbers, 2))
