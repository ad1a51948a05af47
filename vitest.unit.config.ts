/**
 * `pnpm test:unit`: the tests for the loop of a person who works on one thing. They start no server and no program and
 * make no namespace; what does, or takes long, is run by `pnpm test` alone.
 */
import { tier } from "./test/tiers/tier.ts"

/** They start threads, programs or servers, measure, or read hundreds of kilobytes again and again. */
const others = [
  "packages/backend-fetch/test/NodeHttpClient.test.ts",
  "packages/backend-fetch/test/dial/{CertificateReader,NodeDialer,PinnedConnector,ProxyConnector,UndiciDialer,WireLimit}.test.ts",
  "packages/docs-index/test/SqliteIndex*.test.ts",
  "packages/jobs/test/SqliteFrontier.test.ts",
  "packages/extract/test/{DocumentExtractor,Hazards}.test.ts",
  "packages/visibility/test/HiddenCases.test.ts",
  "packages/extract-pdf/test/CMapFiles.test.ts",
  "packages/tools/test/{mcp/McpStdio,toolkit/ToolText.*,facade/createWebTools*,calls/ToolCall.{contract,frontEnds}}.test.ts",
  "packages/tools/test/node/*.test.ts",
  "**/*.{integration,long,property,sockets}.test.ts",
  "packages/core/test/{domain/time/TimeSlice,passages/Passages}.hostile.test.ts",
  "packages/extract/test/{DocumentExtractor,Pipeline}.hostile.test.ts",
  "packages/visibility/test/Hidden.hostile.test.ts",
  "packages/providers/test/duckduckgo.hostile.test.ts",
]

export default tier({
  include: [
    "packages/{core,provider-kit,stores,testing,backend-browser,backend-fetch,backend-searxng,providers,extract,extract-office,extract-pdf,docs-index,jobs,recording,tools,vectors-en,visibility}/test/**/*.test.ts",
    "test/{clocks,mutants,providers,rooms,tiers}.test.ts",
  ],
  exclude: others,
  startsPrograms: false,
  report: "unit-report",
})
