/** The request budget of conversations. It isn't part of the kernel's root, like the stores. */
export * as RateLimitedBudget from "./RateLimitedBudget.ts"
