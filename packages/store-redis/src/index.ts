/** What is shared over Redis. */
export * as RedisStore from "./RedisStore.ts"
/** Keys of providers on a Redis. */
export * as RedisKeys from "./RedisKeys.ts"
/** Access tokens of a server on a Redis. */
export * as RedisTokens from "./RedisTokens.ts"
