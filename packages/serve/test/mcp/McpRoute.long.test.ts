import { describe, it } from "vitest"
import { assertBounded, beforeTimeout } from "../support/mcpSessions.ts"

describe("sessions without a token", () => {
  it("are bounded: the least recently used one is dropped, with its call", () => assertBounded({}), beforeTimeout)
})
