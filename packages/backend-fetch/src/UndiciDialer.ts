/**
 * A `Dialer` over undici's pools and a given connector.
 *
 * Connections are pooled by origin (scheme, TLS name, port) and pinned address, so reuse never crosses a pin. HTTP/1.1
 * only; no redirects, proxies, Alt-Svc, cookies or caches. Timeouts for headers and bodies are long here: the caller
 * keeps the deadline of a call, and closes the scope.
 *
 * All dials with one key share a pool, which is kept for a while afterwards. Pools are on the path of every request, so
 * the cache is only a map, with two numbers for each pool. A pool that was unused for {@link keepIdle} has no open
 * connection left (undici closes them at the same time) and is removed when another pool is made. Effect's `RcMap`
 * would do for 0.3 µs more per request, but its timer keeps a process alive for four seconds after its last fetch
 * (4,135 ms against 49 ms).
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { Pool } from "undici"
import { Hop, Network, Settings } from "@porthole/core"
import { abandoned, Exchange, hasOnlyOwnFields, makeFieldGuard } from "./Exchange.ts"
import * as Connector from "./Connector.ts"

// --- the pools -------------------------------------------------------------------------

/** How long an idle connection and its pool are kept, in ms. */
const keepIdle = 4_000

/** A pool, and a function that ends it with all its connections, including those still connecting. */
interface PinnedPool {
  readonly pool: Pool
  readonly destroy: () => Promise<void>
}

/** A pool in use, to be released once. */
interface Lease {
  readonly pool: Pool
  /** Releases the pool; a broken one isn't used again, and ends with its last user. */
  readonly release: (isBroken: boolean) => Effect.Effect<void>
}

/**
 * Returns the pool of a key; `undefined` once the cache has ended. Call it where nothing can interrupt before the lease
 * is stored.
 */
type PoolCache = (key: string) => Lease | undefined

/** Makes an empty cache; its scope's end ends every pool. */
const makePools = (makePool: (key: string) => PinnedPool): Effect.Effect<PoolCache, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const entries = new Map<string, Entry>()
    let hasEnded = false

    const sweep = (now: number): void => {
      for (const [key, entry] of entries) {
        if (entry.users > 0 || now - entry.idleSince < keepIdle) continue
        entries.delete(key)
        void entry.destroy()
      }
    }

    const open = (key: string): Entry => {
      sweep(clock.currentTimeMillisUnsafe())
      const entry = { ...makePool(key), users: 0, idleSince: 0 }
      entries.set(key, entry)
      return entry
    }

    const release = (key: string, entry: Entry, isBroken: boolean): Effect.Effect<void> => {
      entry.users--
      entry.idleSince = clock.currentTimeMillisUnsafe()
      if (isBroken && entries.get(key) === entry) entries.delete(key)
      return entry.users === 0 && entries.get(key) !== entry ? Effect.promise(entry.destroy) : Effect.void
    }

    yield* Effect.addFinalizer(() => {
      hasEnded = true
      const all = Array.from(entries.values())
      entries.clear()
      return Effect.promise(() => Promise.all(all.map(({ destroy }) => destroy())))
    })

    return (key) => {
      if (hasEnded) return undefined
      const entry = entries.get(key) ?? open(key)
      entry.users++
      return { pool: entry.pool, release: (isBroken) => release(key, entry, isBroken) }
    }
  })

// --- the dialer ------------------------------------------------------------------------

/** Default timeout of a connection (TCP and TLS). */
export const defaultConnectTimeout = Duration.seconds(10)

/** Maximum head of a response, in bytes; more is `malformed_response`. */
const maxHeaderSize = 32_768

/** undici's own timeout for headers and bodies, in ms: the upper bound of `fetch_timeout`. */
const undiciTimeout = 120_000

/**
 * Makes the connector of one pin: {@link Connector.makePinned}, or in this package's tests one that leads to a local
 * server.
 */
export type MakeConnector = typeof Connector.makePinned

/** Dials with undici's pools over the connectors given. */
export const make = (makeConnector: MakeConnector): Effect.Effect<Network.Dialer["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const { per_host_concurrency } = yield* Settings.Settings
    const protectFields = yield* makeFieldGuard
    const wire = Connector.makeWireLimit()
    const connector: MakeConnector = (options) => Connector.withWireLimit(makeConnector(options), wire)
    const pools = yield* makePools((key) => makePool(key, per_host_concurrency, connector))
    return Network.Dialer.of({
      dial: ({ hop, headers, connectTimeout = defaultConnectTimeout }) =>
        Effect.uninterruptibleMask((restore) =>
          Settings.Settings.use(({ max_body_bytes, max_image_bytes }) => {
            if (!Hop.is(hop)) return Effect.die(new TypeError("A Dialer takes nothing but a Hop."))
            const lease = pools(keyOf(hop, connectTimeout))
            // The layer has ended, so the caller is interrupted.
            if (lease === undefined) return Effect.interrupt
            protectFields()
            const most = Connector.maxBytesFor(Math.max(max_body_bytes, max_image_bytes))
            const exchange = start(lease.pool, hop, headers, wire.count(most))
            return Effect.scope.pipe(
              Effect.flatMap((scope) => Scope.addFinalizer(scope, end(exchange, lease))),
              Effect.andThen(restore(exchange.response())),
            )
          }),
        ),
    })
  })

// --- private --------------------------------------------------------------------------

const start = (
  pool: Pool,
  hop: Hop,
  headers: Readonly<Record<string, string>>,
  wireCount: Connector.WireCount,
): Exchange => {
  const fields = fieldsOf(headers)
  const exchange = new Exchange(fields, hasOnlyOwnFields, wireCount)
  pool.dispatch({ method: "GET", path: hop.target.path, headers: [...fields] }, exchange)
  return exchange
}

/** Names and values alternate, without {@link droppedFields}. */
const fieldsOf = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const fields: Array<string> = []
  for (const [name, value] of Object.entries(headers)) if (!droppedFields.has(name)) fields.push(name, value)
  return fields
}

/** The hop-by-hop fields, and those that undici sets itself. */
const droppedFields: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "expect",
])

const end = (exchange: Exchange, lease: Lease): Effect.Effect<void> =>
  Effect.suspend(() => {
    // undici never cancels an attempt to connect; only the pool's end does.
    const isAwaitingConnection = exchange.isAwaitingConnection
    exchange.close()
    return lease.release(isAwaitingConnection)
  })

/** One key per pool: `origin address connectTimeout`, none of which contains a space. */
const keyOf = (hop: Hop, connectTimeout: Duration.Duration): string =>
  `${hop.target.origin} ${hop.address.value} ${Duration.toMillis(connectTimeout)}`

const makePool = (key: string, connections: number, makeConnector: MakeConnector): PinnedPool => {
  const [origin = "", address = "", connectTimeout] = key.split(" ")
  const sockets = new AbortController()
  const pool = new Pool(origin, {
    connect: makeConnector({ address, connectTimeout: Number(connectTimeout), signal: sockets.signal }),
    allowH2: false,
    connections,
    pipelining: 1,
    maxHeaderSize,
    headersTimeout: undiciTimeout,
    bodyTimeout: undiciTimeout,
    keepAliveTimeout: keepIdle,
    keepAliveMaxTimeout: keepIdle,
  })
  return {
    pool,
    destroy: () => {
      const destroyed = pool.destroy()
      sockets.abort(abandoned)
      return destroyed
    },
  }
}

interface Entry extends PinnedPool {
  users: number
  /** In ms since the epoch. */
  idleSince: number
}
