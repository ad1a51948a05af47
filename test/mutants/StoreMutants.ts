/** The stores in memory, on disk and over Redis, without one of their checks each. */
import { coreTest, disk, diskTest, domain, fetchTest, type Mutant, never, redis, redisTest, store } from "./Mutant.ts"

const BoundedMap = domain("BoundedMap")
const BoundedMemory = store("BoundedMemory")
const Guarded = store("Guarded")
const StoreFile = disk("StoreFile")
const StoreFolder = disk("StoreFolder")
const DiskStore = disk("DiskStore")
const Connection = redis("RedisConnection")

const memory = coreTest("stores/BoundedMemory")
const maps = coreTest("domain/BoundedMap")
const onDisk = diskTest("DiskStore")
const killed = diskTest("killed")
const offline = redisTest("offline")
/** Those who ask a store: the caches, the budget, the rules of sites. */
const askers = [
  coreTest("usecases/pageCache"),
  coreTest("limits/RateLimitedBudget"),
  fetchTest("robots-store"),
] as const

/** A temporary file that everybody knows the name of. */
const knownName = { file: StoreFolder, find: "`.${name}.${randomUUID()}`", replace: "`.${name}.tmp`" }
const overwriting = { file: StoreFolder, find: '{ flag: "wx", mode: 0o600 }', replace: '{ flag: "w", mode: 0o600 }' }

const bounds: ReadonlyArray<Mutant> = [
  {
    name: "a bound on entries",
    protects: "memory and disk",
    edits: [
      { file: BoundedMap, find: "slots.size <= maxEntries && total <= maxWeight", replace: "total <= maxWeight" },
    ],
    tests: [maps, memory, onDisk],
  },
  {
    name: "a bound on bytes",
    protects: "the same, from a few large pages",
    edits: [
      { file: BoundedMap, find: "slots.size <= maxEntries && total <= maxWeight", replace: "slots.size <= maxEntries" },
    ],
    tests: [maps, memory, onDisk],
  },
  {
    name: "an entry above the whole bound",
    protects: "everything else in the store, which one page drives out",
    edits: [{ file: BoundedMap, find: "weight > maxWeight || maxEntries < 1", replace: "maxEntries < 1" }],
    tests: [maps, memory],
  },
  {
    name: "the weight of an entry in memory",
    protects: "memory, from entries that are counted and not weighed",
    edits: [{ file: BoundedMemory, find: "2 * (key.length + text.length)", replace: "1" }],
    tests: [memory],
  },
  {
    name: "the length of a store id in a key in memory",
    protects: "an entry of another store, by a key that continues its id",
    edits: [{ file: BoundedMemory, find: "`${storeId.length}:${storeId}`", replace: "storeId" }],
    tests: [memory],
  },
  {
    name: "expiry in memory",
    protects: "answers that are too old",
    edits: [
      {
        file: BoundedMemory,
        find: "if (!isExpired(now, found.expires)) return",
        replace: "if (now > -1) return",
      },
    ],
    tests: [memory],
  },
  {
    name: "expiry on disk",
    protects: "the same",
    edits: [{ file: DiskStore, find: " && !BoundedMemory.isExpired(now, content.value.expires)", replace: "" }],
    tests: [onDisk],
  },
]

const onDiskRules: ReadonlyArray<Mutant> = [
  {
    name: "a file's checksum",
    protects: "a page that was half written, or half overwritten",
    edits: [
      {
        file: StoreFile,
        find: "!== `${magic}${digest(body)}\\n`) return",
        replace: `!== \`\${magic}\${digest(body)}\\n\` && ${never}) return`,
      },
    ],
    tests: [onDisk],
  },
  {
    name: "a file's own key",
    protects: "a page under another's name, from whoever moved files",
    edits: [{ file: StoreFile, find: "Option.filter((it) => it.store === storeId && it.key === key),", replace: "" }],
    tests: [onDisk],
  },
  {
    name: "the store id in a file's name",
    protects: "an entry of another store under the same key",
    edits: [
      { file: StoreFile, find: "`${storeId.length}:${storeId}${key}`", replace: "key" },
      { file: StoreFile, find: "${prefixOf(storeId)}${digest", replace: "${prefixOf('')}${digest" },
    ],
    tests: [onDisk],
  },
  {
    name: "a temporary file that is new",
    protects: "whatever a link that somebody put in its place leads to",
    edits: [overwriting],
    tests: [onDisk],
  },
  {
    name: "a temporary file's name that nobody knows",
    protects: "writers at the same time, who would write into one file",
    edits: [knownName],
    tests: [onDisk, killed],
  },
  {
    name: "a file written apart and renamed",
    protects: "readers, who would see half a file, and writers that are killed",
    edits: [
      overwriting,
      { file: StoreFolder, find: "path.join(shelfPath(name), `.${name}.${randomUUID()}`)", replace: "filePath(name)" },
    ],
    tests: [onDisk],
  },
  {
    name: "a folder of this user's own",
    protects: "pages that another user of the machine has put there",
    edits: [{ file: StoreFolder, find: " || isForeign(info)", replace: "" }],
    tests: [onDisk],
  },
  {
    name: "a folder that is no link",
    protects: "files of this user's elsewhere",
    edits: [{ file: StoreFolder, find: 'info.type !== "Directory" || isForeign(info)', replace: "isForeign(info)" }],
    tests: [onDisk],
  },
  {
    name: "a folder closed to others",
    protects: "what this user has read, and pages that others put there",
    edits: [{ file: StoreFolder, find: "(info.mode & 0o077) !== 0", replace: never }],
    tests: [onDisk],
  },
  {
    name: "files only, and none too large",
    protects: "a reader that a pipe holds for good, or memory",
    edits: [
      {
        file: StoreFolder,
        find: 'if (info.type === "File" && info.size <= BigInt(options.maxBytes)) return',
        replace: 'if (name !== "") return',
      },
    ],
    tests: [onDisk],
  },
]

const asked: ReadonlyArray<Mutant> = [
  {
    name: "patience with a store",
    protects: "calls that a store which hangs holds up",
    edits: [
      { file: Guarded, find: "Effect.timeout(Math.min(given, patience))", replace: "Effect.timeout(given * 1e6)" },
    ],
    tests: askers,
  },
  {
    name: "a caller's patience, where it is shorter",
    protects: "calls that have less time than a store may take",
    edits: [{ file: Guarded, find: "Math.min(given, patience)", replace: "patience" }],
    tests: askers,
  },
  {
    name: "the breaker before a store",
    protects: "the same, half a second a call",
    edits: [{ file: Guarded, find: "breaker.execute(bounded, { key: name })", replace: "bounded" }],
    tests: askers,
  },
  {
    name: "a store that fails",
    protects: "calls that fail because a store is down",
    edits: [
      {
        file: Guarded,
        find: "Effect.catchCause((cause) =>\n            Effect.as(Effect.logDebug(`The store ${name} didn't answer.`, cause), Option.none()),\n          ),",
        replace: "Effect.orDie,",
      },
    ],
    tests: askers,
  },
  {
    name: "a store that dies",
    protects: "calls that end for a bug in somebody's store",
    edits: [{ file: Guarded, find: "Effect.catchCause((cause) =>", replace: "Effect.catch((cause) =>" }],
    tests: askers,
  },
]

const overRedis: ReadonlyArray<Mutant> = [
  {
    name: "a deadline of connecting to a Redis",
    protects: "calls that a Redis which accepts and says nothing holds up",
    edits: [{ file: Connection, find: "{ duration: connectTimeout,", replace: '{ duration: "9 days",' }],
    tests: [offline],
  },
  {
    name: "a deadline of a Redis's reply",
    protects: "calls that a Redis which froze holds up",
    edits: [{ file: Connection, find: "Effect.delay(replyTimeout)", replace: 'Effect.delay("9 days")' }],
    tests: [offline],
  },
  {
    name: "a connection thrown away after a late reply",
    protects: "a reply taken for that to another command",
    edits: [{ file: Connection, find: "Deferred.doneUnsafe(lost, Exit.succeed(silent))", replace: "" }],
    tests: [offline],
  },
  {
    name: "a late reply noticed though the caller has gone",
    protects: "a dead connection that callers in a hurry keep alive",
    edits: [
      {
        file: Connection,
        find: "const fiber = yield* Effect.forkIn(exchange<A>(current, command), scope, { startImmediately: true })",
        replace: "const fiber = yield* Effect.forkChild(exchange<A>(current, command), { startImmediately: true })",
      },
    ],
    tests: [offline],
  },
  {
    name: "errors of a Redis as one word",
    protects: "a password that a server repeats, in the log",
    edits: [
      {
        file: redis("RedisClient"),
        find: "/^[A-Z]{3,20}(?= )/.exec(cause.message)?.[0] ?? cause.constructor.name",
        replace: "cause.message",
      },
    ],
    tests: [offline],
  },
]

export const storeMutants: ReadonlyArray<Mutant> = [...asked, ...bounds, ...onDiskRules, ...overRedis]
