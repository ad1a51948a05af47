/**
 * The open connections of a server. A connection waits for a request's head, is authenticated, receives the request's
 * body, runs it, and sends its answer. Connections in each of these states but running are a bounded queue that is
 * fair by tenant (`FairQueue` of the kernel): a connection is its last admitted request's tenant's, and those without
 * any count as one tenant's. So a flood displaces its own oldest connections. A connection whose request runs is never
 * closed; `Slots` bounds those.
 *
 * The requests that a client sends in advance on one connection (RFC 9112 section 9.3.2) run one after the other.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Bound, type FairQueue } from "@porthole/core"

/** Maximum number of connections that wait for the head of a request. */
export const maxWaiting = 1_000

/** Maximum number of connections whose requests' tokens are being looked up. */
export const maxAuthenticating = 1_000

/** Maximum bytes of all bodies that are being received; the same for the answers that are being sent. */
export const maxBytes = 64 * 1024 * 1024

/** Bytes that each connection counts besides, so that {@link maxBytes} bounds their number, too. */
export const ownBytes = 64 * 1024

/** Maximum number of requests that a client may send in advance on one connection; it is closed beyond that. */
export const maxInAdvance = 64

/** The part of a socket that is used here. */
export interface Socket {
  readonly destroyed: boolean
  /** Bytes that the client hasn't taken yet. */
  readonly writableLength: number
  readonly destroy: () => unknown
  readonly once: (event: "close", listener: () => void) => unknown
}

/** The part of a response that is used here. */
export type Response = Pick<Socket, "once">

/** The part of a request that is used here. */
export interface Request {
  readonly socket: Socket
  /** Unlike `on`, it doesn't begin the request's body. */
  readonly prependListener: (event: "data", listener: (part: Uint8Array) => void) => unknown
}

/** A request that is its connection's current one until its response is closed. */
export interface Turn {
  /** The request is a tenant's: until it receives or sends, the connection isn't closed for others. */
  readonly admit: (tenant: string) => void
  /** Receives the request's body. Its connection weighs what has come. */
  readonly receive: <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The request has run, and the connection sends its answer. */
  readonly send: () => void
}

/** The connections of a server. */
export interface Connections {
  /** Tracks a new connection until it is closed. */
  readonly open: (socket: Socket) => void
  /** Waits until the connection's earlier requests are answered; interrupts if it is closed. */
  readonly turn: (request: Request, response: Response) => Effect.Effect<Turn>
  /** Closes the connections whose clients haven't taken all that was sent to them since this long. */
  readonly closeSlow: (limit: Duration.Duration) => Effect.Effect<void>
  /** Closes the connections that wait or receive, and the others after their requests. */
  readonly finish: () => void
  /** Closes all connections. */
  readonly closeAll: () => void
}

/** Makes the connections of a server. */
export const make = (): Connections => {
  const pools: Pools = {
    waiting: Bound.queue("connections", { maxWeight: maxWaiting, loses: "oldest" }),
    authenticating: Bound.queue("connections", { maxWeight: maxAuthenticating, loses: "oldest" }),
    receiving: Bound.queue("bytes of bodies", { maxWeight: maxBytes, loses: "oldest" }),
    sending: Bound.queue("bytes of bodies", { maxWeight: maxBytes, loses: "oldest" }),
  }
  const server: State = { all: new Map(), pools, trimmer: makeTrimmer(pools.waiting), isFinishing: false }
  return {
    open: (socket) => open(server, socket),
    turn: (request, response) => turnOf(server, request, response),
    closeSlow: (limit) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        closeEach(Array.from(server.all.values()).filter((connection) => isSlow(connection, now, limit))),
      ),
    finish: () => {
      server.isFinishing = true
      closeEach([...pools.receiving.items(), ...pools.waiting.items()])
    },
    closeAll: () => closeEach(Array.from(server.all.values())),
  }
}

/** Open connections of this process's server. */
export const connections: Metric.Gauge<number> = Metric.gauge("porthole_connections", {
  description: "Open connections",
})

// --- private --------------------------------------------------------------------------

/** A request that waits for the earlier ones of its connection. */
interface Waiting {
  readonly begin: () => void
  readonly cancel: () => void
}

interface Connection {
  readonly socket: Socket
  /** The tenant of its last admitted request. */
  tenant: string
  /** Whether it has a current request. */
  isBusy: boolean
  /** The requests that were sent in advance. */
  readonly inAdvance: FairQueue.FairQueue<Waiting>
  /** The trimmer's round in which it began to wait. */
  round: number
  /** Since when its client hasn't taken all that was sent. */
  unsentSince: number | undefined
}

type Pools = Readonly<Record<"waiting" | "authenticating" | "receiving" | "sending", FairQueue.FairQueue<Connection>>>

/** The connections of one server, and whether it is ending. */
interface State {
  readonly all: Map<Socket, Connection>
  readonly pools: Pools
  readonly trimmer: ReturnType<typeof makeTrimmer>
  isFinishing: boolean
}

/** Tracks a socket as waiting; one that comes while the server ends is closed. */
const open = (server: State, socket: Socket): void => {
  if (server.isFinishing) return void socket.destroy()
  const { all, pools } = server
  const connection: Connection = {
    socket,
    tenant: stranger,
    isBusy: false,
    inAdvance: Bound.queue("requests in advance", { maxWeight: maxInAdvance }),
    round: 0,
    unsentSince: undefined,
  }
  all.set(socket, connection)
  connections.updateUnsafe(all.size, Context.empty())
  socket.once("close", () => {
    all.delete(socket)
    leave(pools, connection)
    connections.updateUnsafe(all.size, Context.empty())
    for (const { cancel } of connection.inAdvance.items()) cancel()
  })
  wait(server, connection)
}

const wait = ({ pools, trimmer }: State, connection: Connection): void => {
  connection.round = trimmer.round()
  pools.waiting.add(connection, connection.tenant)
  if (pools.waiting.isOver()) trimmer.start()
}

/** A request's turn, at once or after the connection's earlier requests. */
const turnOf = (server: State, request: Request, response: Response): Effect.Effect<Turn> =>
  Effect.callback((resume) => {
    const { socket } = request
    const connection = server.all.get(socket)
    const cancel = () => resume(Effect.interrupt)
    if (connection === undefined || socket.destroyed) return cancel()
    const start = () => resume(Effect.succeed(begin(server, connection, request, response)))
    if (!connection.isBusy) return start()
    connection.inAdvance.add({ begin: start, cancel }, connection.tenant)
    if (connection.inAdvance.isOver()) socket.destroy()
  })

const begin = (server: State, connection: Connection, request: Request, response: Response): Turn => {
  const turn = makeTurn(server.pools, connection, request)
  connection.isBusy = true
  response.once("close", () => {
    turn.end()
    if (!connection.socket.destroyed) next(server, connection)
  })
  return turn
}

/** Begins the request that was sent in advance, else the connection waits, or ends with its server. */
const next = (server: State, connection: Connection): void => {
  connection.isBusy = false
  const queued = connection.inAdvance.take(() => true)
  if (queued !== undefined) queued.begin()
  else if (server.isFinishing) connection.socket.destroy()
  else wait(server, connection)
}

/** Stands for the tenant of connections without an admitted request; no tenant has this name. */
const stranger = ""

const leave = (pools: Pools, connection: Connection): void => {
  for (const pool of Object.values(pools)) pool.remove(connection)
}

const closeEach = (these: ReadonlyArray<Connection>): void => {
  for (const { socket } of these) socket.destroy()
}

const makeTurn = (pools: Pools, connection: Connection, request: Request): Turn & { readonly end: () => void } => {
  let isOver = false
  const enter = (pool: FairQueue.FairQueue<Connection>, weight: number) => {
    leave(pools, connection)
    pool.add(connection, connection.tenant, weight)
    closeEach(pool.trim())
  }
  const grow = (part: Uint8Array) => {
    pools.receiving.grow(connection, part.length)
    closeEach(pools.receiving.trim())
  }
  enter(pools.authenticating, 1)
  return {
    admit: (tenant) => {
      connection.tenant = tenant
      leave(pools, connection)
    },
    receive: (body) =>
      Effect.suspend(() => {
        enter(pools.receiving, ownBytes)
        request.prependListener("data", grow)
        return Effect.ensuring(
          body,
          Effect.sync(() => leave(pools, connection)),
        )
      }),
    send: () => {
      if (!isOver) enter(pools.sending, ownBytes + connection.socket.writableLength)
    },
    end: () => {
      isOver = true
      leave(pools, connection)
    },
  }
}

/** Whether the client hasn't taken all that was sent to it since `limit`. */
const isSlow = (connection: Connection, now: number, limit: Duration.Duration): boolean => {
  if (connection.socket.writableLength === 0) connection.unsentSince = undefined
  else connection.unsentSince ??= now
  return connection.unsentSince !== undefined && now - connection.unsentSince >= Duration.toMillis(limit)
}

/**
 * Closes the oldest waiting connections, but none before Node has looked whether its request is already there: Node
 * accepts many connections before it reads from the first one. A round is a turn of Node's event loop, so a connection
 * may leave in the second round after it came.
 */
const makeTrimmer = (waiting: FairQueue.FairQueue<Connection>) => {
  let round = 0
  let isScheduled = false
  const trim = () => {
    isScheduled = false
    round += 1
    closeEach(waiting.trim((connection) => connection.round <= round - 2))
    if (waiting.isOver()) start()
  }
  const start = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(trim)
  }
  return { round: () => round, start }
}
