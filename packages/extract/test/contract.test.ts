import { describe, it } from "@effect/vitest"
import { ExtractorSuite } from "@porthole/core/testing"
import { Reader } from "../src/index.ts"

describe("the contract of Extractor", () => {
  for (const { name, run } of ExtractorSuite.cases(Reader.layer)) it.live(name, () => run)
})
