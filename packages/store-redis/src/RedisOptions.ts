/** The options of everything that is stored on a Redis, and how the names of its keys are made. */
import type * as Redacted from "effect/Redacted"
import type * as RedisConnection from "./RedisConnection.ts"

/** The address of the Redis, the keys' prefix and the timeouts. */
export interface RedisOptions extends RedisConnection.Limits {
  /**
   * The setting `redis_url`. It appears in no log or error. A string is for a program that is bundled with an `effect`
   * of its own, whose redacted values no other copy can read.
   */
  readonly url: string | Redacted.Redacted
  /** The first part of every key, in which `%` and `:` are escaped. Default: `porthole`. */
  readonly prefix?: string | undefined
}

/** The prefix, unless the options name another. */
export const defaultPrefix = "porthole"

/** The first part of every key. */
export const prefixOf = ({ prefix = defaultPrefix }: RedisOptions): string => escapeName(prefix)

/** Escapes `:`, which separates the parts of a key. Effect escapes store ids the same way. */
export const escapeName = (text: string): string => text.replaceAll("%", "%25").replaceAll(":", "%3A")
