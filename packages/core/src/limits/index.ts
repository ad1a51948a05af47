/** What a conversation may ask of the world. It stands apart from the kernel's root, like the stores. */
export * as RateLimitedBudget from "./RateLimitedBudget.ts"
