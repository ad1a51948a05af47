import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { name: "test-net", include: ["test/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 300_000 },
})
