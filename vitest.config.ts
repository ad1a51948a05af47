/** `pnpm test`: every rule of the product, and one path through each real part. */
import { tier } from "./test/tiers/tier.ts"

export default tier({
  include: ["packages/*/test/**/*.test.ts", "examples/test/**/*.test.ts", "test/*.test.ts"],
  exclude: ["**/*.long.test.ts"],
  startsPrograms: true,
  report: "test-report",
})
