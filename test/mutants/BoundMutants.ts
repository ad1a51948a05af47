/** Stores and readers, each without one of their bounds. */
import type { Mutant } from "./Mutant.ts"

export const boundMutants: ReadonlyArray<Mutant> = [
  {
    name: "a file's own key",
    protects: "a page under another's name, after files were moved",
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
    name: "the owner of a folder",
    protects: "pages that another user of the machine planted",
    edits: [{ file: "packages/store-disk/src/StoreFolder.ts", find: " || PrivatePath.isForeign(info)", replace: "" }],
    tests: ["packages/store-disk/test/DiskStore.test.ts"],
  },
  {
    name: "a folder that isn't a link",
    protects: "this user's files in other folders",
    edits: [
      {
        file: "packages/store-disk/src/StoreFolder.ts",
        find: 'info.type !== "Directory" || PrivatePath.isForeign(info)',
        replace: "PrivatePath.isForeign(info)",
      },
    ],
    tests: ["packages/store-disk/test/DiskStore.test.ts"],
  },
  {
    name: "a folder closed to others",
    protects: "disclosure of read pages, and pages that others planted",
    edits: [
      { file: "packages/store-disk/src/StoreFolder.ts", find: "(info.mode & 0o077) !== 0", replace: "Number.NaN > 0" },
    ],
    tests: ["packages/store-disk/test/DiskStore.test.ts"],
  },
  {
    name: "the timeout of a connection to Redis",
    protects: "a Redis that accepts connections and never answers",
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
    name: "the timeout of a Redis's reply",
    protects: "a Redis that freezes",
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
    name: "the timeout of a store",
    protects: "a store that hangs",
    edits: [
      {
        file: "packages/stores/src/StoreGuard.ts",
        find: "Effect.timeout(Math.min(timeout, patience))",
        replace: "Effect.timeout(timeout * 1e6)",
      },
    ],
    tests: [
      "packages/core/test/usecases/pageCache.test.ts",
      "packages/stores/test/RateLimitedBudget.test.ts",
      "packages/backend-fetch/test/robots-store.test.ts",
    ],
  },
  {
    name: "deadline of a thread",
    protects: "a hostile page that is slow to read",
    edits: [
      {
        file: "packages/extract/src/isolation/WorkerRead.ts",
        find: "duration: timeout + grace - firstLook",
        replace: 'duration: "9 days"',
      },
    ],
    tests: ["packages/extract/test/isolation/WorkerPool.test.ts"],
  },
  {
    name: "processor time of a thread",
    protects: "hostile pages that use up processor time",
    edits: [
      {
        file: "packages/extract/src/isolation/WorkerRead.ts",
        find: "processorTime - before > most.maxProcessorTime",
        replace: "processorTime < 0",
      },
    ],
    tests: ["packages/extract/test/isolation/WorkerPool.test.ts"],
  },
  {
    name: "memory of a process",
    protects: "a hostile page that uses up memory",
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
    name: "bytes next to a document's",
    protects: "a view whose transfer would detach the memory around it",
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
