import { afterEach, describe, it, vi } from "vitest"
import { assertClosed } from "./support/tokens.ts"

afterEach(() => void vi.unstubAllEnvs())

describe("porthole tokens", () => {
  it("close a server on loopback that runs already, but for --allow-tokenless", () =>
    assertClosed([[], ["--allow-tokenless"]]))
})
