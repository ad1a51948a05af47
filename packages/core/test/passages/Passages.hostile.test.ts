/** The cost of passages of some hostile texts; `Passages.hostile.long.test.ts` measures all. */
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { growthTests } from "./GrowthTests.ts"
import * as HostilePassages from "./HostilePassages.ts"

const names = HostilePassages.cases.map(({ name }) => name)

/** The usual text, and the dearest question. */
const fixed = ["usual", "different compounds of one word, 64 compounds"]

growthTests([
  ...fixed,
  ...sampleOf(
    names.filter((name) => !fixed.includes(name)),
    3,
  ),
])
