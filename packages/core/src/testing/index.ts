/** For tests: one contract suite a port, and a double for each. Imports no test runner. */
export * as CompressorSuite from "./CompressorSuite.ts"
export * as Contract from "./Contract.ts"
export * as DialerSuite from "./DialerSuite.ts"
export * as Doubles from "./Doubles.ts"
export * as ExtractorSuite from "./ExtractorSuite.ts"
export * as ResolverSuite from "./ResolverSuite.ts"
export * as SampleImages from "./SampleImages.ts"
export * as WebBackendSuite from "./WebBackendSuite.ts"
