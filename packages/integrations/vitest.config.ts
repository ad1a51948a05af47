import { defineConfig } from "vitest/config"

export default defineConfig({ test: { name: "integrations", include: ["test/**/*.test.ts"], isolate: false } })
