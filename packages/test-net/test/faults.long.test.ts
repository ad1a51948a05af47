/** Tests every fault of a site with the real layers. */
import { Faults } from "../src/index.ts"
import { declare } from "./FaultTests.ts"

declare(Faults.all)
