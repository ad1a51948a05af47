/**
 * The `Resolver` of Node, over the operating system: names are resolved by `getaddrinfo` as every program on the
 * machine uses it, so the system decides on hosts file, search rules and family order.
 *
 * `getaddrinfo` can't be cancelled, and occupies a thread of libuv's pool while it runs, so a {@link LookupQueue}
 * shares these threads between tenants. libuv lets look-ups use half of its pool, so the other threads still read and
 * write files. Worker threads share the pool of their process.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { lookup } from "node:dns"
import { HostName, Network, WebError } from "@porthole/core"
import * as LookupQueue from "./LookupQueue.ts"

/**
 * Maximum number of concurrent look-ups, by the value of `UV_THREADPOOL_SIZE`. Of a pool that is larger than libuv's
 * own, one thread stays for the hosts of configured endpoints, which the system resolves without the queue.
 */
export const maxLookups = (poolSize: string | undefined): number => {
  const threads = threadsOf(poolSize)
  const lookups = Math.ceil(threads / 2)
  return threads > defaultThreads ? lookups - 1 : lookups
}

/** Resolves by the operating system. */
export const layer: Layer.Layer<Network.Resolver> = Layer.sync(Network.Resolver, () => {
  const resolve = (queue ??= LookupQueue.make(maxLookups(process.env["UV_THREADPOOL_SIZE"]), askSystem))
  return Network.Resolver.of({
    resolve: (host) => {
      const name = HostName.fromText(host)
      return name === undefined ? Effect.fail(WebError.unreachable()) : resolve(name)
    },
  })
})

// --- private --------------------------------------------------------------------------

/** The queue of this process: all layers share its threads. */
let queue: LookupQueue.LookupQueue | undefined

/** The threads of libuv's pool, unless `UV_THREADPOOL_SIZE` was set before its first use. */
const defaultThreads = 4

/** Reads the variable as libuv does, with C's `atoi`. */
const threadsOf = (poolSize: string | undefined): number => {
  if (poolSize === undefined) return defaultThreads
  const threads = Number.parseInt(poolSize, 10) || 1
  return threads < 0 ? 1_024 : Math.min(threads, 1_024)
}

const askSystem: LookupQueue.Lookup = (host, onAnswer) =>
  lookup(host, { all: true, order: "verbatim" }, (error, addresses) =>
    onAnswer(
      error === null && addresses.length > 0
        ? Exit.succeed(addresses.map(({ address }) => address))
        : Exit.fail(WebError.unreachable(error ?? undefined)),
    ),
  )
