/** The cost of passages of all hostile texts. */
import { growthTests } from "./GrowthTests.ts"

growthTests()
