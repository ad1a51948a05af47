/**
 * `pnpm test:unit`: the tests for the loop of a person who works on one thing. They start no server and no program and
 * make no namespace; what does, or takes long, is run by `pnpm test` alone.
 */
import { defineConfig } from "vitest/config"
import { skipNotices } from "./test/skipNotices.ts"

/** They start threads, programs or servers, measure, or read hundreds of kilobytes again and again. */
const others = [
  "packages/core/test/{passages/Growth,usecases/turns}.test.ts",
  "packages/backend-fetch/test/NodeHttpClient.test.ts",
  "packages/backend-fetch/test/dial/{CertificateReader,NodeDialer,PinnedConnector,UndiciDialer,WireLimit}.test.ts",
  "packages/extract/test/{DocumentExtractor,Hazards}.test.ts",
  "packages/extract/test/{hidden,isolation}/**",
  "packages/extract-pdf/test/CMapFiles.test.ts",
  "packages/tools/test/{mcp/McpStdio,toolkit/ToolText.*,facade/createWebTools*,calls/ToolCall.frontEnds}.test.ts",
  "packages/tools/test/node/*.test.ts",
  "**/*.{integration,property,sockets}.test.ts",
  "packages/core/test/{domain/time/TimeSlice,passages/Passages}.hostile.test.ts",
  "packages/extract/test/{DocumentExtractor,Hidden,Pipeline}.hostile.test.ts",
  "packages/providers/test/duckduckgo.hostile.test.ts",
]

export default defineConfig({
  test: {
    include: [
      "packages/{core,provider-kit,stores,testing,backend-browser,backend-fetch,backend-searxng,providers,extract,extract-pdf,tools,vectors-en}/test/**/*.test.ts",
      "test/{mutants,providers,rooms}.test.ts",
    ],
    exclude: ["**/node_modules/**", ...others],
    reporters: ["minimal", skipNotices],
    isolate: false,
    // It bounds a hang: a busy machine takes long for everything.
    testTimeout: 300_000,
    // Nobody is there, and no key is stored: a search that no test set up must not leave this machine.
    env: {
      PORTHOLE_DUCKDUCKGO_URL: "http://127.0.0.1:1",
      PORTHOLE_WIKIPEDIA_URL: "http://127.0.0.1:1",
      XDG_CONFIG_HOME: "/nonexistent",
    },
  },
})
