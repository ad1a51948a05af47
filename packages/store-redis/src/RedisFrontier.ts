/**
 * `Frontier` over a Redis, for owners on several machines. The right to visit a host is one lease for all jobs, so two
 * jobs never visit a host at the same time.
 *
 * Its keys belong to several slots, so a cluster refuses them. Each key of a job expires some time after the job's last
 * use of it. A job of which the Redis has lost a part fails as `damaged`.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redis from "effect/persistence/Redis"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { Frontier, type Settings } from "@porthole/core"
import * as FrontierScripts from "./FrontierScripts.ts"
import * as RedisClient from "./RedisClient.ts"
import * as RedisConnection from "./RedisConnection.ts"
import * as RedisOptions from "./RedisOptions.ts"

/** A job on a Redis. */
export interface Options extends RedisOptions.RedisOptions {
  /** The job's id. */
  readonly job: string
  /** For how many ms a key is kept after its last use. Default: 30 days. */
  readonly keep?: number | undefined
  /** For how many ms no host is leased after a restart of the Redis. Default: {@link quiet}. */
  readonly quiet?: number | undefined
}

/** The job's frontier. The layer fails for an invalid URL, a Redis that doesn't answer, and a job that isn't whole. */
export const layer = (
  options: Options,
): Layer.Layer<Frontier.Frontier, Frontier.FrontierError | Settings.SettingsError> =>
  Layer.effect(Frontier.Frontier, make(options))

/** The service of {@link layer}. */
export const make = Effect.fnUntraced(function* (
  options: Options,
): Effect.fn.Return<Frontier.Frontier["Service"], Frontier.FrontierError | Settings.SettingsError, Scope.Scope> {
  const redis = yield* RedisConnection.open(options.url, options)
  const prefix = RedisOptions.prefixOf(options)
  const keys = { ...keysOf(prefix, RedisOptions.escapeName(options.job), options.quiet), keep: options.keep ?? keep }
  yield* Effect.mapError(redis.eval(FrontierScripts.open)(...beginOf(keys)), toFrontierError)
  return over(redis, keys)
})

/**
 * The length of the longest lease in ms, for which no host is leased after a restart of the Redis: one that died may
 * have lost the leases of its last second, whose owners don't know that.
 */
export const quiet = 60_000

/**
 * The prefix of a job's keys, and of the hosts' keys, the ms for which a key is kept after its last use or 0, and those
 * for which no host is leased after a restart of the Redis.
 */
export interface Keys {
  readonly job: string
  readonly visits: string
  readonly keep: number
  readonly quiet: number
}

/** The keys of a job below a prefix, which are kept for ever. */
export const keysOf = (prefix: string, job: string, silence = quiet): Keys => ({
  job: `${prefix}:job:${job}`,
  visits: `${prefix}:visit`,
  keep: 0,
  quiet: silence,
})

/** The frontier of a job that is there already; that of another one is `damaged`. */
export const over = (redis: Redis.Redis["Service"], keys: Keys): Frontier.Frontier["Service"] => {
  const begin = beginOf(keys)
  const run = <A>(script: Step<A>, ...args: ReadonlyArray<string | number>) =>
    Effect.mapError(redis.eval(script)(...begin, ...args), toFrontierError)
  return Frontier.Frontier.of({
    add: (items) => run(FrontierScripts.add, ...items.flatMap(argumentsOf)),
    lease: (owner, ttl) =>
      Effect.flatMap(run(FrontierScripts.lease, owner, ttl, keys.quiet), (reply) => readLease(owner, reply)),
    renew: (lease, ttl) => Effect.asVoid(run(FrontierScripts.renew, ...claimOf(lease), ttl)),
    take: (lease, { count, pace }) =>
      Effect.flatMap(run(FrontierScripts.take, ...claimOf(lease), count, pace), (reply) =>
        Effect.forEach(rowsOf(reply, 3), readTaken),
      ),
    settle: (lease, settlements) =>
      Effect.asVoid(run(FrontierScripts.settle, ...claimOf(lease), ...settlements.flatMap(settlementOf))),
    release: (lease, { notes, wait }) =>
      Effect.asVoid(run(FrontierScripts.release, ...claimOf(lease), wait, notes === undefined ? "" : json(notes))),
    nextVisit: Effect.map(run(FrontierScripts.nextVisit), (wait) => (wait < 0 ? Option.none() : Option.some(wait))),
    counts: Effect.map(run(FrontierScripts.counts), readCounts),
    settled: (after, count) =>
      Effect.flatMap(run(FrontierScripts.list, after, count), (reply) => Effect.forEach(rowsOf(reply, 4), readSettled)),
    find: (key) =>
      Effect.flatMap(run(FrontierScripts.find, key), (reply) =>
        reply.length === 0 ? Effect.succeedNone : Effect.asSome(readSettled(reply)),
      ),
    retry: (reason = "") => retryInSteps(run(FrontierScripts.retry, reason, step)),
  })
}

/** The rows of a script's reply, which is flat. */
export const rowsOf = (reply: ReadonlyArray<string>, width: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: reply.length / width }, (_, at) => reply.slice(at * width, (at + 1) * width))

/** A settled item of a script's reply. */
export const readSettled = ([key = "", position, item, outcome]: ReadonlyArray<string>) =>
  Effect.zipWith(readItem(item), readOutcome(outcome), (stored, kept) => ({
    key,
    ...stored,
    ...kept,
    position: Number(position),
  }))

/** The counts of a script's reply. */
export const readCounts = ([waiting, settled, hosts, ...failures]: ReadonlyArray<string>): Frontier.Counts => {
  const failed = Object.fromEntries(rowsOf(failures, 2).map(([reason = "", count]) => [reason, Number(count)]))
  const sum = Object.values(failed).reduce((total, count) => total + count, 0)
  return { waiting: Number(waiting), done: Number(settled) - sum, failed, hosts: Number(hosts) }
}

// --- private --------------------------------------------------------------------------

type Step<A> = Redis.Script<{ readonly params: ReadonlyArray<string | number>; readonly result: A }>

const beginOf = ({ job, keep, visits }: Keys) => [job, visits, keep] as const

const keep = 30 * 24 * 3_600_000

/** How many items wait again in one step, which keeps the Redis from other work. */
const step = 500

const retryInSteps = Effect.fnUntraced(function* (retry: Effect.Effect<number, Frontier.FrontierError>) {
  let sum = 0
  for (;;) {
    const count = yield* retry
    sum += count
    if (count < step) return sum
  }
})

const json = (value: Schema.Json): string => JSON.stringify(value)

const claimOf = ({ fence, host, owner }: Frontier.Lease): ReadonlyArray<string | number> => [host, owner, fence]

const outcomeOf = ({ failure, result }: Frontier.Outcome): ReadonlyArray<string> => [
  failure ?? "",
  JSON.stringify({ failure, result }),
]

const argumentsOf = ({
  data,
  host,
  key,
  outcome,
  url,
}: Frontier.Item & { readonly outcome?: Frontier.Outcome | undefined }): ReadonlyArray<string> => [
  key,
  host,
  JSON.stringify({ url, host, data }),
  ...(outcome === undefined ? ["", ""] : outcomeOf(outcome)),
]

const settlementOf = (settlement: Frontier.Settlement): ReadonlyArray<string | number> =>
  "outcome" in settlement
    ? [settlement.key, "", ...outcomeOf(settlement.outcome)]
    : [settlement.key, settlement.attempts, "", ""]

const StoredItem = Schema.Struct({ url: Schema.String, host: Schema.String, data: Schema.optionalKey(Schema.Json) })
const StoredOutcome = Schema.Struct({
  failure: Schema.optionalKey(Schema.String),
  result: Schema.optionalKey(Schema.Json),
})

/** Reads JSON of the Redis, which another program may have written. */
const reader = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  return (text: unknown): Effect.Effect<A, Frontier.FrontierError> => Effect.mapError(decode(text), damaged)
}
const damaged = (cause: unknown) => new Frontier.FrontierError({ reason: "damaged", cause })

const readItem = reader(StoredItem)
const readOutcome = reader(StoredOutcome)
const readNotes = reader(Schema.Json)

const readLease = Effect.fnUntraced(function* (
  owner: string,
  reply: readonly [host: string, fence: string, notes?: string | null] | null,
) {
  if (reply === null) return Option.none()
  const [host, fence, notes] = reply
  const lease = { owner, host, fence: Number(fence) }
  return Option.some(typeof notes === "string" ? { ...lease, notes: yield* readNotes(notes) } : lease)
})

const readTaken = ([key = "", item, attempts]: ReadonlyArray<string>) =>
  Effect.map(readItem(item), (stored) => ({ key, ...stored, attempts: Number(attempts) }))

/** The scripts' own errors begin with one of these words, the server's with `OOM`. */
const reasons: Readonly<Record<string, Frontier.Reason>> = {
  LOST: "lost",
  DAMAGED: "damaged",
  NEWER: "newer",
  OOM: "full",
}

const toFrontierError = ({ cause }: Redis.RedisError): Frontier.FrontierError =>
  new Frontier.FrontierError({ reason: reasons[RedisClient.reasonOf(cause)] ?? "failed", cause })
