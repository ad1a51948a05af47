/** Many URLs by many readings of servers. */
import { describe } from "@effect/vitest"
import { readingProperty } from "./Readings.ts"

describe("a URL that is judged to be inside", () => readingProperty(30_000))
