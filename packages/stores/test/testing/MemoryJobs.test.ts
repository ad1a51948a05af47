/** Tests that the jobs in memory meet the contract of their port. */
import { describe, it } from "@effect/vitest"
import { JobStoreSuite, MemoryJobs } from "@porthole/stores/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

describe("JobStore double", () => {
  const cases = JobStoreSuite.cases({ open: Effect.sync(MemoryJobs.make), pass: TestClock.adjust })
  for (const { name, run } of cases) it.effect(name, () => run)
})
