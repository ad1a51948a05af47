import { describe, it } from "vitest"
import { assertRefused } from "./support/usage.ts"

describe("wrong usage ends with 2, a sentence on stderr and nothing on stdout", () => {
  it.each([
    [["mcp", "--docs-site", "Boats=https://docs.test/"], "--docs-site"],
    [["mcp", "--docs-site", "boats=docs.test"], "--docs-site"],
    [["mcp", "--docs-site", "boats=https://docs.test/", "--docs-site", "boats=https://docs.test/b"], "--docs-site"],
  ])("%j", assertRefused)
})
