/** `pnpm test:long`: all vectors, isolations and combinations, of which `pnpm test` runs samples (test/README.md). */
import { tier } from "./test/tiers/tier.ts"

export default tier({
  include: ["packages/*/test/**/*.long.test.ts", "examples/test/**/*.long.test.ts", "test/*.long.test.ts"],
  startsPrograms: true,
  report: "long-report",
})
