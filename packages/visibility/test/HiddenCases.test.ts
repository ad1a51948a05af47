/** The reader agrees with a browser about hidden text, in a fifth of the cases. `HiddenCases.long.test.ts` has all. */
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { agreementTests } from "./Agreement.ts"
import { counted } from "./HiddenCases.ts"

const cases = counted()

agreementTests(sampleOf(cases, cases.length / 5))
