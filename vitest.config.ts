import { join } from "node:path"
import { defineConfig } from "vitest/config"

// Many tests start programs of ours: what Node compiles for one of them, the next finds (node:module, compile cache).
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node-compile")

export default defineConfig({
  test: {
    projects: ["packages/*", "examples", "test"],
    reporters: process.env["CI"] === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: "node_modules/.cache/test-report.json" },
  },
})
