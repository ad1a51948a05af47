/**
 * For tests: one contract suite per port of the kernel, one for its use-cases, and a test double for each port. Imports
 * no test runner.
 */
export * as CompressorSuite from "./CompressorSuite.ts"
export * as Contract from "./Contract.ts"
export * as DialerSuite from "./DialerSuite.ts"
export * as DocsIndexSuite from "./DocsIndexSuite.ts"
export * as Doubles from "./Doubles.ts"
export * as ExtractorSuite from "./ExtractorSuite.ts"
export * as FrontierSuite from "./FrontierSuite.ts"
export * as FormatSuite from "./FormatSuite.ts"
export * as HostileTexts from "./HostileTexts.ts"
export * as HostileWords from "./HostileWords.ts"
export * as HostileBackend from "./HostileBackend.ts"
export * as HostileCalls from "./HostileCalls.ts"
export * as MemoryFrontier from "./MemoryFrontier.ts"
export * as PageSamples from "./PageSamples.ts"
export * as RendererSuite from "./RendererSuite.ts"
export * as RerankerSuite from "./RerankerSuite.ts"
export * as ResolverSuite from "./ResolverSuite.ts"
export * as SampleImages from "./SampleImages.ts"
export * as UseCaseSuite from "./UseCaseSuite.ts"
export * as WebBackendSuite from "./WebBackendSuite.ts"
