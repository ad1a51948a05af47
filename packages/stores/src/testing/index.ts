/** For tests of stores: one contract suite per port, a store of jobs in memory, and jobs. Imports no test runner. */
export * as AccessTokensSuite from "./AccessTokensSuite.ts"
export * as AnswerCacheSuite from "./AnswerCacheSuite.ts"
export * as BackingStoreSuite from "./BackingStoreSuite.ts"
export * as JobStoreSuite from "./JobStoreSuite.ts"
export * as MemoryJobs from "./MemoryJobs.ts"
export * as RequestBudgetSuite from "./RequestBudgetSuite.ts"
export * as SampleJobs from "./SampleJobs.ts"
export * as StoredKeysSuite from "./StoredKeysSuite.ts"
