/** The check that a full Redis keeps tokens and keys. */
export * as RedisEviction from "./RedisEviction.ts"
/** Jobs of many pages on a Redis. */
export * as RedisFrontier from "./RedisFrontier.ts"
/** Jobs of servers and workers on a Redis. */
export * as RedisJobs from "./RedisJobs.ts"
/** Keys of providers on a Redis. */
export * as RedisKeys from "./RedisKeys.ts"
/** The check that a Redis has tokens and keys after its restart. */
export * as RedisPersistence from "./RedisPersistence.ts"
/** Stores that processes share over Redis. */
export * as RedisStore from "./RedisStore.ts"
/** Access tokens of a server on a Redis. */
export * as RedisTokens from "./RedisTokens.ts"
