/** `Frontier` over a file of SQLite, which one program has at a time. */
import { Frontier } from "@porthole/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as FrontierThread from "./FrontierThread.ts"
import type { Claim } from "./worker/Protocol.ts"

/** The frontier in a file, which is made with its folder; without one it is kept on disk until the scope ends. */
export const layer = (file?: string): Layer.Layer<Frontier.Frontier, Frontier.FrontierError> =>
  Layer.effect(Frontier.Frontier, make(file))

/** The service of {@link layer}. It fails as `busy` while another program has the file. */
export const make = Effect.fnUntraced(function* (
  file?: string,
): Effect.fn.Return<Frontier.Frontier["Service"], Frontier.FrontierError, Scope.Scope> {
  const send = yield* FrontierThread.make
  yield* send({ op: "open", file })
  return Frontier.Frontier.of({
    add: (items) => Effect.flatMap(send({ op: "add", items }), readNumber),
    lease: (owner, ttl) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.flatMap(send({ op: "lease", owner, now, endsAt: now + ttl }), readLease),
      ),
    renew: (lease, ttl) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.asVoid(send({ op: "renew", claim: claimOf(lease), now, endsAt: now + ttl })),
      ),
    take: (lease, { count, pace }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.flatMap(
          send({ op: "take", claim: claimOf(lease), now, count, resumeAt: Math.ceil(now + pace) }),
          readTaken,
        ),
      ),
    settle: (lease, settlements) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.asVoid(send({ op: "settle", claim: claimOf(lease), now, settlements })),
      ),
    release: (lease, { notes, wait }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.asVoid(send({ op: "release", claim: claimOf(lease), now, readyAt: Math.ceil(now + wait), notes })),
      ),
    nextVisit: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.map(Effect.flatMap(send({ op: "next" }), readTime), (time) =>
        Option.map(time, (readyAt) => Math.max(0, readyAt - now)),
      ),
    ),
    counts: Effect.flatMap(send({ op: "counts" }), readCounts),
    settled: (after, count) => Effect.flatMap(send({ op: "settled", after, count }), readAll),
    find: (key) => Effect.flatMap(send({ op: "find", key }), readOne),
    retry: (reason) => Effect.flatMap(send({ op: "retry", reason }), readNumber),
  })
})

// --- private --------------------------------------------------------------------------

const claimOf = ({ fence, host, owner }: Frontier.Lease): Claim => ({ fence, host, owner })

const itemFields = {
  key: Schema.String,
  url: Schema.String,
  host: Schema.String,
  data: Schema.optionalKey(Schema.Json),
}
const Lease = Schema.Struct({
  owner: Schema.String,
  host: Schema.String,
  fence: Schema.Natural,
  notes: Schema.optionalKey(Schema.Json),
})
const Taken = Schema.Struct({ ...itemFields, attempts: Schema.Natural })
const Settled = Schema.Struct({
  ...itemFields,
  failure: Schema.optionalKey(Schema.String),
  result: Schema.optionalKey(Schema.Json),
  position: Schema.Natural,
})
const Counts = Schema.Struct({
  waiting: Schema.Natural,
  done: Schema.Natural,
  failed: Schema.Record(Schema.String, Schema.Natural),
  hosts: Schema.Natural,
})

/** Reads an answer of the thread, whose file another program may have written. */
const reader = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (value: unknown): Effect.Effect<A, Frontier.FrontierError> =>
    Effect.mapError(decode(value), (cause) => new Frontier.FrontierError({ reason: "damaged", cause }))
}

const optional = <A>(read: (value: unknown) => Effect.Effect<A, Frontier.FrontierError>) => {
  return (value: unknown): Effect.Effect<Option.Option<A>, Frontier.FrontierError> =>
    value === undefined ? Effect.succeedNone : Effect.asSome(read(value))
}

const readNumber = reader(Schema.Natural)
const readTime = optional(readNumber)
const readLease = optional(reader(Lease))
const readTaken = reader(Schema.Array(Taken))
const readCounts = reader(Counts)
const readAll = reader(Schema.Array(Settled))
const readOne = optional(reader(Settled))
