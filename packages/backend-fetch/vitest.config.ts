import { defineConfig } from "vitest/config"

export default defineConfig({ test: { name: "backend-fetch", include: ["test/**/*.test.ts"], testTimeout: 30_000 } })
