/** Tests faults of a site with the real layers: a sample of each kind. */
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { Faults } from "../src/index.ts"
import { declare } from "./FaultTests.ts"

declare(Faults.kinds.flatMap((faults) => sampleOf(faults, 6)))
