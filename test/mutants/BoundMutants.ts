/** Stores and readers, each without one of their bounds. */
import type { Mutant } from "./Mutant.ts"

export const boundMutants: ReadonlyArray<Mutant> = [
  {
    name: "a file's own key",
    protects: "a page under another's name, from whoever moved files",
    edits: [
      {
        file: "packages/store-disk/src/StoreFile.ts",
        find: "Option.filter((it) => it.store === storeId && it.key === key),",
        replace: "",
      },
    ],
    tests: ["packages/store-disk/test/DiskStore.test.ts"],
  },
  {
    name: "a folder of this user's own",
    protects: "pages that another user of the machine has put there",
    edits: [{ file: "packages/store-disk/src/StoreFolder.ts", find: " || isForeign(info)", replace: "" }],
    tests: ["packages/store-disk/test/DiskStore.test.ts"],
  },
  {
    name: "a folder that is no link",
    protects: "files of this user's elsewhere",
    edits: [
      {
        file: "packages/store-disk/src/StoreFolder.ts",
        find: 'info.type !== "Directory" || isForeign(info)',
        replace: "isForeign(info)",
      },
    ],
    tests: ["packages/store-disk/test/DiskStore.test.ts"],
  },
  {
    name: "a folder closed to others",
    protects: "what this user has read, and pages that others put there",
    edits: [
      { file: "packages/store-disk/src/StoreFolder.ts", find: "(info.mode & 0o077) !== 0", replace: "Number.NaN > 0" },
    ],
    tests: ["packages/store-disk/test/DiskStore.test.ts"],
  },
  {
    name: "a deadline of connecting to a Redis",
    protects: "calls that a Redis which accepts and says nothing holds up",
    edits: [
      {
        file: "packages/store-redis/src/RedisConnection.ts",
        find: "{ duration: connectTimeout,",
        replace: '{ duration: "9 days",',
      },
    ],
    tests: ["packages/store-redis/test/offline.test.ts"],
  },
  {
    name: "a deadline of a Redis's reply",
    protects: "calls that a Redis which froze holds up",
    edits: [
      {
        file: "packages/store-redis/src/RedisConnection.ts",
        find: "Effect.delay(replyTimeout)",
        replace: 'Effect.delay("9 days")',
      },
    ],
    tests: ["packages/store-redis/test/offline.test.ts"],
  },
  {
    name: "patience with a store",
    protects: "calls that a store which hangs holds up",
    edits: [
      {
        file: "packages/core/src/stores/StoreGuard.ts",
        find: "Effect.timeout(Math.min(timeout, patience))",
        replace: "Effect.timeout(timeout * 1e6)",
      },
    ],
    tests: [
      "packages/core/test/usecases/pageCache.test.ts",
      "packages/core/test/limits/RateLimitedBudget.test.ts",
      "packages/backend-fetch/test/robots-store.test.ts",
    ],
  },
  {
    name: "deadline of a thread",
    protects: "time: a page made to be slow to read",
    edits: [
      {
        file: "packages/extract/src/isolation/WorkerRead.ts",
        find: "duration: timeout + grace",
        replace: 'duration: "9 days"',
      },
    ],
    tests: ["packages/extract/test/isolation/WorkerPool.test.ts"],
  },
  {
    name: "processor time of a thread",
    protects: "processors: pages made to be slow to read",
    edits: [
      {
        file: "packages/extract/src/isolation/WorkerRead.ts",
        find: "processorTime - before > most.maxProcessorTime",
        replace: "processor < 0",
      },
    ],
    tests: ["packages/extract/test/isolation/WorkerPool.test.ts"],
  },
  {
    name: "memory of a process",
    protects: "memory: a page made to be large once it is read",
    edits: [
      {
        file: "packages/extract/src/isolation/ProcessWorker.ts",
        find: "`--max-old-space-size=${heap}`",
        replace: "`--max-old-space-size=${heap * 99}`",
      },
    ],
    tests: ["packages/extract/test/isolation/layers.test.ts"],
  },
  {
    name: "bytes beside a document's",
    protects: "memory: a view's bytes would take all that lies beside them along",
    edits: [
      {
        file: "packages/extract/src/isolation/ThreadWorker.ts",
        find: "new Uint8Array(task.fetched.bytes)",
        replace: "new Uint8Array(task.fetched.bytes.buffer as ArrayBuffer)",
      },
    ],
    tests: ["packages/extract/test/isolation/layers.test.ts"],
  },
]
