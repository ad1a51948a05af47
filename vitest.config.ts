import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // Much of the network's tests is waiting for sites that hang.
    maxWorkers: 3,
    projects: ["packages/*", "examples", "test"],
    reporters: process.env["CI"] === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: "node_modules/.cache/test-report.json" },
  },
})
