/** Workers' processes by all restrictions, and that each ends with its parent. clock: real, since processes are. */
import { describe } from "@effect/vitest"
import { parents, parentTests, restrictions, usageTests } from "./WorkerTests.ts"

describe("a worker's process", () => {
  usageTests(restrictions)
  parentTests(parents)
})
