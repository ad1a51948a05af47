import { describe, it } from "vitest"
import { assertEndsWithSession } from "../support/mcpSessions.ts"

describe("sessions without a token", () => {
  it("answer during a call, which ends with them", () => assertEndsWithSession({}))
})
