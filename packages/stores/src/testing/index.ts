/** For tests of stores: one contract suite per port. Imports no test runner. */
export * as AccessTokensSuite from "./AccessTokensSuite.ts"
export * as AnswerCacheSuite from "./AnswerCacheSuite.ts"
export * as BackingStoreSuite from "./BackingStoreSuite.ts"
export * as RequestBudgetSuite from "./RequestBudgetSuite.ts"
export * as StoredKeysSuite from "./StoredKeysSuite.ts"
