/** Caches, the request budget and access tokens over Effect's stores, and a bounded store in memory. */
export * as AccessTokens from "./AccessTokens.ts"
export * as BoundedLimiterStore from "./BoundedLimiterStore.ts"
export * as BoundedMemory from "./BoundedMemory.ts"
export * as PersistedAnswers from "./PersistedAnswers.ts"
export * as RateLimitedBudget from "./RateLimitedBudget.ts"
export * as StoreGuard from "./StoreGuard.ts"
export * as Turns from "./Turns.ts"
