/** Tests that the frontier in memory meets the contract of its port. */
import { describe, it } from "@effect/vitest"
import { FrontierSuite, MemoryFrontier } from "@porthole/testing"
import { TestClock } from "effect/testing"

describe("Frontier double", () => {
  for (const { name, run } of FrontierSuite.cases(MemoryFrontier.layer, TestClock.adjust)) it.effect(name, () => run)
})
