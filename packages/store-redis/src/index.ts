/** What is shared over Redis. */
export * as RedisStore from "./RedisStore.ts"
/** Keys of providers on a Redis. */
export * as RedisKeys from "./RedisKeys.ts"
