/**
 * A `Dialer` over undici's pools and a given connector.
 *
 * Connections are pooled by origin (scheme, TLS name, port) and pinned address, so reuse never crosses a pin. HTTP/1.1
 * only; no redirects, proxies, Alt-Svc, cookies or caches. Timeouts for headers and bodies are long here: the caller
 * keeps the deadline of a call, and closes the scope.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { Pool } from "undici"
import { Bound, Hop, Network, Settings } from "@porthole/core"
import { abandoned, Exchange } from "./Exchange.ts"
import * as FieldGuard from "./FieldGuard.ts"
import type * as PinnedConnector from "./PinnedConnector.ts"
import * as PoolCache from "./PoolCache.ts"
import * as WireLimit from "./WireLimit.ts"

/** Default timeout of a connection (TCP and TLS). */
export const defaultConnectTimeout = Duration.seconds(10)

/** Maximum head of a response, in bytes; more is `malformed_response`. */
const maxHeaderSize = 32_768

/** undici's own timeout for headers and bodies, in ms: the upper bound of `fetch_timeout`. */
const undiciTimeout = 120_000

/**
 * Makes the connector of one pin: {@link PinnedConnector.make}, or in this package's tests one that leads to a local
 * server.
 */
export type MakeConnector = typeof PinnedConnector.make

/** Dials with undici's pools over the connectors given. */
export const make = (makeConnector: MakeConnector): Effect.Effect<Network.Dialer["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const { per_host_concurrency } = yield* Settings.Settings
    const clock = yield* Clock.Clock
    const protectFields = yield* FieldGuard.make
    const wire = WireLimit.make()
    const connector: MakeConnector = (options) => WireLimit.over(makeConnector(options), wire)
    const pools = yield* PoolCache.make((key) => makePool(key, per_host_concurrency, connector))
    return Network.Dialer.of({
      dial: ({ hop, headers, connectTimeout = defaultConnectTimeout, sendBefore = Infinity }) =>
        Effect.uninterruptibleMask((restore) =>
          Settings.Settings.use(({ max_body_bytes, max_image_bytes }) => {
            if (!Hop.is(hop)) return Network.notAHop
            const lease = pools(keyOf(hop, connectTimeout))
            // The layer has ended, so the caller is interrupted.
            if (lease === undefined) return Effect.interrupt
            protectFields()
            const most = WireLimit.maxBytesFor(Math.max(max_body_bytes, max_image_bytes))
            const exchange = start(lease.pool, hop, { headers, sendBefore, clock, wireCount: wire.count(most) })
            return Effect.scope.pipe(
              Effect.flatMap((scope) => Scope.addFinalizer(scope, end(exchange, lease))),
              Effect.andThen(restore(exchange.response())),
            )
          }),
        ),
    })
  })

// --- private --------------------------------------------------------------------------

interface Sending {
  readonly headers: Readonly<Record<string, string>>
  readonly sendBefore: number
  readonly clock: Clock.Clock
  readonly wireCount: WireLimit.WireCount
}

const start = (pool: Pool, hop: Hop, { clock, headers, sendBefore, wireCount }: Sending): Exchange => {
  const fields = fieldsOf(headers)
  // Asked once there is a connection.
  const maySend = (one: Exchange) =>
    (sendBefore === Infinity || clock.currentTimeMillisUnsafe() < sendBefore) && FieldGuard.hasOnlyOwnFields(one)
  const exchange = new Exchange(fields, maySend, wireCount)
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

const end = (exchange: Exchange, lease: PoolCache.Lease): Effect.Effect<void> =>
  Effect.suspend(() => {
    // undici never cancels an attempt to connect; only the pool's end does.
    const isAwaitingConnection = exchange.isAwaitingConnection
    exchange.close()
    return lease.release(isAwaitingConnection)
  })

/** One key per pool: `origin address connectTimeout`, none of which contains a space. */
const keyOf = (hop: Hop, connectTimeout: Duration.Duration): string =>
  `${hop.target.origin} ${hop.address.value} ${Duration.toMillis(connectTimeout)}`

const makePool = (key: string, connections: number, makeConnector: MakeConnector): PoolCache.PinnedPool => {
  const [origin = "", address = "", connectTimeout] = key.split(" ")
  const sockets = new AbortController()
  const pool = Bound.start(
    "connections to sites",
    () =>
      new Pool(origin, {
        connect: makeConnector({ address, connectTimeout: Number(connectTimeout), signal: sockets.signal }),
        allowH2: false,
        connections,
        pipelining: 1,
        maxHeaderSize,
        headersTimeout: undiciTimeout,
        bodyTimeout: undiciTimeout,
        keepAliveTimeout: PoolCache.keepIdle,
        keepAliveMaxTimeout: PoolCache.keepIdle,
      }),
  )
  return {
    pool,
    destroy: () => {
      const destroyed = pool.destroy()
      sockets.abort(abandoned)
      return destroyed
    },
  }
}
