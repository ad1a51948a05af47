/** The reader agrees with a browser about hidden text in all cases. */
import { agreementTests } from "./Agreement.ts"
import { counted } from "./HiddenCases.ts"

agreementTests(counted())
