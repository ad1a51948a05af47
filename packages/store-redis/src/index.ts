/** What is shared over Redis. */
export * as RedisStore from "./RedisStore.ts"
