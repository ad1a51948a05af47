import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, FileSystem, Layer, Option } from "effect"
import * as Persistence from "effect/persistence/Persistence"
import { TestClock } from "effect/testing"
import { SharedStores } from "@porthole/core"
import { BackingStoreSuite } from "@porthole/stores/testing"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { execFileSync } from "node:child_process"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { DiskStore } from "../src/index.ts"
import { ownFolder } from "../src/StoreFolder.ts"
import { filesIn, layer, run, temporaryFolder } from "./support/store.ts"

const text = (length: number) => ({ text: "x".repeat(length) })

type Write = FileSystem.FileSystem["writeFile"]

/** The real disk; a function of the test writes its files. */
const writingBy = (write: (fs: FileSystem.FileSystem, ...args: Parameters<Write>) => ReturnType<Write>) =>
  Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (fs) => ({
      ...fs,
      writeFile: (...args: Parameters<Write>) => write(fs, ...args),
    })),
  ).pipe(Layer.provide(NodeFileSystem.layer))

/** Runs a program over a store of the folder with a disk double. */
const runOver = <A, E>(
  fileSystem: Layer.Layer<FileSystem.FileSystem>,
  folder: string,
  program: (store: Persistence.BackingPersistenceStore) => Effect.Effect<A, E>,
) =>
  Persistence.BackingPersistence.use(({ make }) => Effect.scoped(Effect.flatMap(make("pages"), program))).pipe(
    Effect.provide(DiskStore.layer({ folder }).pipe(Layer.provide([fileSystem, NodePath.layer]))),
  )

const failsWith = <A>(effect: Effect.Effect<A, Persistence.PersistenceError>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => assert.strictEqual(_tag, "PersistenceError"))

describe("DiskStore", () => {
  const fixture = {
    layer: Layer.unwrap(Effect.map(temporaryFolder, (folder) => layer({ folder }))),
    passTime: TestClock.adjust("100 millis"),
  }
  for (const { name, run } of BackingStoreSuite.cases(fixture)) it.effect(name, () => run)

  it.effect("is also the store of robots.txt", () =>
    Effect.gen(function* () {
      const robots = yield* SharedStores.RobotsStore
      assert.strictEqual(Option.getOrUndefined(robots), yield* Persistence.BackingPersistence)
    }).pipe(Effect.provide(fixture.layer)),
  )

  it.effect("survives a restart, with the remaining time", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder }, (store) =>
        Effect.andThen(store.set("a", text(1), undefined), store.set("brief", text(2), Duration.seconds(10))),
      )
      yield* TestClock.adjust("9999 millis")
      assert.deepStrictEqual(yield* run({ folder }, (store) => store.getMany(["a", "brief"])), [text(1), text(2)])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* run({ folder }, (store) => store.getMany(["a", "brief"])), [text(1), undefined])
      assert.strictEqual(filesIn(folder).length, 1)
    }),
  )

  it.effect("touches no file before it is used", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "deep", "er")
      yield* run({ folder }, () => Effect.void)
      assert.isFalse(existsSync(folder))
      assert.isUndefined(yield* run({ folder }, (store) => store.get("a")))
    }),
  )
})

describe("the bounds", () => {
  it.effect("limit the entries, and drop the least recently used one, over restarts too", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const options = { folder, maxEntries: 3 }
      yield* run(options, (store) =>
        Effect.forEach(["a", "b", "c"], (key) =>
          Effect.andThen(TestClock.adjust("1 seconds"), store.set(key, { key }, undefined)),
        ),
      )
      yield* TestClock.adjust("1 seconds")
      yield* run(options, (store) => store.get("a"))
      yield* TestClock.adjust("1 seconds")
      yield* run(options, (store) => store.set("d", { key: "d" }, undefined))
      assert.strictEqual(filesIn(folder).length, 3)
      assert.deepStrictEqual(yield* run(options, (store) => store.getMany(["a", "b", "c", "d"])), [
        { key: "a" },
        undefined,
        { key: "c" },
        { key: "d" },
      ])
    }),
  )

  it.effect("limit the bytes of files", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const maxBytes = 10_000
      yield* run({ folder, maxBytes }, (store) =>
        Effect.gen(function* () {
          for (let at = 0; at < 20; at++) {
            yield* store.set(`key ${at}`, text(at * 300), undefined)
            const total = filesIn(folder).reduce((sum, { size }) => sum + size, 0)
            assert.isAtMost(total, maxBytes)
          }
          assert.deepStrictEqual(yield* store.get("key 19"), text(19 * 300))
          assert.isUndefined(yield* store.get("key 17"))
        }),
      )
    }),
  )

  it.effect("reject an entry above the limit, and drop the one that it should have replaced; the others stay", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder, maxBytes: 1_000 }, (store) =>
        Effect.gen(function* () {
          yield* store.set("a", text(10), undefined)
          yield* store.set("b", text(10), undefined)
          yield* store.set("a", text(1_000), undefined)
          assert.deepStrictEqual(yield* store.getMany(["a", "b"]), [undefined, text(10)])
        }),
      )
    }),
  )

  it.effect("apply to an overfull folder at the first write", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder }, (store) =>
        Effect.forEach(Array.from({ length: 12 }).keys(), (at) =>
          Effect.andThen(TestClock.adjust("1 seconds"), store.set(`key ${at}`, { at }, undefined)),
        ),
      )
      yield* TestClock.adjust("1 seconds")
      yield* run({ folder, maxEntries: 4 }, (store) => store.set("new", { at: "new" }, undefined))
      assert.strictEqual(filesIn(folder).length, 4)
      assert.deepStrictEqual(yield* run({ folder }, (store) => store.getMany(["key 8", "key 9", "new"])), [
        undefined,
        { at: 9 },
        { at: "new" },
      ])
    }),
  )

  it.effect("include another process's files at the next listing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const options = { folder, maxEntries: 20 }
      yield* run(options, (one) =>
        Effect.gen(function* () {
          yield* one.set("mine", { at: "mine" }, undefined)
          yield* run(options, (other) =>
            Effect.forEach(Array.from({ length: 20 }).keys(), (at) => other.set(`theirs ${at}`, { at }, undefined)),
          )
          yield* TestClock.adjust("1 minutes")
          yield* one.set("mine too", { at: "mine too" }, undefined)
          yield* Effect.promise(async () => {
            for (let at = 0; at < 6_000 && filesIn(folder).length > 20; at++)
              // clock: polls for the condition
              await new Promise((go) => setTimeout(go, 10))
          })
          assert.strictEqual(filesIn(folder).length, 20)
          assert.deepStrictEqual(yield* one.get("mine too"), { at: "mine too" })
        }),
      )
    }),
  )
})

describe("a damaged file", () => {
  /** Writes one entry, damages its file, and reads it. */
  const afterDamage = (damage: (path: string) => void) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder }, (store) => store.set("a", text(500), undefined))
      const { path } = filesIn(folder)[0]!
      damage(path)
      assert.isUndefined(yield* run({ folder }, (store) => store.get("a")))
      assert.isUndefined(lstatSync(path, { throwIfNoEntry: false }), "still there")
      yield* run({ folder }, (store) => store.set("a", text(3), undefined))
      assert.deepStrictEqual(yield* run({ folder }, (store) => store.get("a")), text(3))
    })

  const damages: ReadonlyArray<readonly [name: string, damage: (path: string) => void]> = [
    ["of no bytes", (path) => truncateSync(path, 0)],
    ["cut in its head", (path) => truncateSync(path, 40)],
    ["cut by one byte", (path) => truncateSync(path, statSync(path).size - 1)],
    ["with a byte more", (path) => writeFileSync(path, " ", { flag: "a" })],
    ["of garbage", (path) => writeFileSync(path, "\u0000\uffff garbage")],
    ["of zeros, as after a power cut", (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
    ["that is good JSON of nobody's", (path) => writeFileSync(path, `{"value":{"text":"forged"}}`)],
    ["larger than the whole store", (path) => truncateSync(path, 2 ** 33)],
    [
      "that is a link",
      (path) => {
        renameSync(path, `${path}.moved`)
        symlinkSync(`${path}.moved`, path)
      },
    ],
    [
      "that is a pipe",
      (path) => {
        rmSync(path)
        execFileSync("mkfifo", [path])
      },
    ],
    [
      "that is a folder",
      (path) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
  ]
  for (const [name, damage] of damages) it.effect(`${name} isn't one, and is removed`, () => afterDamage(damage))

  it.effect("replaced by a folder with files is restored", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder }, (store) => store.set("a", text(500), undefined))
      const { path } = filesIn(folder)[0]!
      rmSync(path)
      mkdirSync(path)
      writeFileSync(`${path}/file`, "x")
      yield* run({ folder }, (store) => store.set("a", text(3), undefined))
      assert.deepStrictEqual(yield* run({ folder }, (store) => store.get("a")), text(3))
    }),
  )

  it.effect("with any flipped bit is invalid", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder }, (store) =>
        Effect.gen(function* () {
          yield* store.set("a", text(20), undefined)
          const { path } = filesIn(folder)[0]!
          const bytes = readFileSync(path)
          for (let bit = 0; bit < 8 * bytes.length; bit += 3) {
            const flipped = Buffer.from(bytes)
            flipped[bit >> 3]! ^= 1 << (bit & 7)
            writeFileSync(path, flipped)
            assert.isUndefined(yield* store.get("a"), `bit ${bit}`)
          }
          writeFileSync(path, bytes)
          assert.deepStrictEqual(yield* store.get("a"), text(20))
        }),
      )
    }),
  )

  it.effect("with another key's entry is invalid", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder }, (store) => store.set("a", text(1), undefined))
      const mine = filesIn(folder)[0]!.path
      yield* run({ folder }, (store) => store.set("b", text(2), undefined))
      const other = filesIn(folder).find(({ path }) => path !== mine)!.path
      renameSync(other, mine)
      assert.isUndefined(yield* run({ folder }, (store) => store.get("a")))
    }),
  )
})

describe("the folder", () => {
  it.effect("and its content are private to this user", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "cache")
      const before = process.umask(0)
      yield* run({ folder }, (store) => store.set("a", text(1), undefined))
      process.umask(before)
      const { path } = filesIn(folder)[0]!
      const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
      assert.deepStrictEqual([folder, join(folder, ownFolder), dirname(path), path].map(modeOf), [
        "700",
        "700",
        "700",
        "600",
      ])
    }),
  )

  it.effect("that was open to others is closed to them", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      chmodSync(folder, 0o755)
      mkdirSync(join(folder, ownFolder))
      chmodSync(join(folder, ownFolder), 0o777)
      yield* run({ folder }, (store) => store.get("a"))
      assert.strictEqual(statSync(join(folder, ownFolder)).mode & 0o777, 0o700)
      assert.strictEqual(statSync(folder).mode & 0o777, 0o755)
    }),
  )

  // Only root can change a folder's owner.
  it.effect.skipIf(process.getuid?.() !== 0)("that belongs to another user is neither trusted nor written", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* run({ folder }, (store) => store.set("a", text(1), undefined))
      chownSync(join(folder, ownFolder), 12_345, 12_345)
      yield* failsWith(run({ folder }, (store) => store.get("a")))
      yield* failsWith(run({ folder }, (store) => store.set("a", text(1), undefined)))
    }),
  )

  it.effect.each([0o777, 0o2777, 0o2775, 0o1777])("may be on a volume that others can write (%o)", (mode) =>
    Effect.gen(function* () {
      const volume = yield* temporaryFolder
      // A group that a volume has besides its user, as `fsGroup` of Kubernetes; only root can set it.
      if (process.getuid?.() === 0) chownSync(volume, 0, 12_345)
      chmodSync(volume, mode)
      for (const folder of [volume, join(volume, "cache")]) {
        yield* run({ folder }, (store) => store.set("a", text(1), undefined))
        assert.deepStrictEqual(yield* run({ folder }, (store) => store.get("a")), text(1))
        assert.strictEqual(statSync(join(folder, ownFolder)).mode & 0o777, 0o700)
      }
    }),
  )

  it.effect("isn't written through a link", () =>
    Effect.gen(function* () {
      const [folder, elsewhere] = [yield* temporaryFolder, yield* temporaryFolder]
      symlinkSync(elsewhere, join(folder, ownFolder))
      yield* failsWith(run({ folder }, (store) => store.set("a", text(1), undefined)))
      rmSync(join(folder, ownFolder))
      mkdirSync(join(folder, ownFolder))
      for (let at = 0; at < 256; at++) symlinkSync(elsewhere, join(folder, ownFolder, at.toString(16).padStart(2, "0")))
      yield* failsWith(run({ folder }, (store) => store.set("a", text(1), undefined)))
      assert.deepStrictEqual(readdirSync(elsewhere), [])
    }),
  )

  it.effect("has no file written through an existing link, with any name", () =>
    Effect.gen(function* () {
      const [folder, elsewhere] = [yield* temporaryFolder, yield* temporaryFolder]
      const victim = join(elsewhere, "victim")
      writeFileSync(victim, "theirs")
      const planted: Array<string> = []
      // The fastest possible attacker: it creates a link at the next file's path just before the file.
      const hostile = writingBy((fs, path, ...rest) => {
        symlinkSync(victim, path)
        planted.push(path)
        return fs.writeFile(path, ...rest)
      })
      yield* failsWith(runOver(hostile, folder, (store) => store.set("a", text(1), undefined)))
      assert.lengthOf(planted, 1)
      assert.strictEqual(readFileSync(victim, "utf8"), "theirs")
    }),
  )

  it.effect.skipIf(process.platform !== "linux")("that can't be created fails: /proc", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run({ folder: "/proc/nowhere/at/all" }, ({ set }) => set("a", text(1), undefined)),
      )
      assert.strictEqual(error._tag, "PersistenceError")
    }),
  )

  it.effect("that can't be created fails each call, and is tried again at the next", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "cache")
      writeFileSync(folder, "a file")
      yield* run({ folder }, (store) =>
        Effect.gen(function* () {
          yield* failsWith(store.set("a", text(1), undefined))
          yield* failsWith(store.get("a"))
          yield* failsWith(store.getMany(["a", "b"]))
          yield* failsWith(store.remove("a"))
          yield* failsWith(store.clear)
          rmSync(folder)
          yield* store.set("a", text(1), undefined)
          assert.deepStrictEqual(yield* store.get("a"), text(1))
        }),
      )
    }),
  )

  it.effect("that is removed is created again", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "cache")
      yield* run({ folder }, (store) =>
        Effect.gen(function* () {
          yield* store.set("a", text(1), undefined)
          rmSync(folder, { recursive: true })
          assert.isUndefined(yield* store.get("a"))
          yield* store.set("b", text(2), undefined)
          assert.deepStrictEqual(yield* store.get("b"), text(2))
        }),
      )
    }),
  )

  it.effect("keeps the files of others", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "notes.txt"), "mine")
      yield* run({ folder, maxEntries: 1 }, (store) =>
        Effect.gen(function* () {
          yield* store.set("a", text(1), undefined)
          yield* store.set("b", text(1), undefined)
          yield* store.clear
        }),
      )
      assert.deepStrictEqual(
        filesIn(folder).map(({ path }) => path),
        [join(folder, "notes.txt")],
      )
    }),
  )
})

describe("a writer that hasn't finished", () => {
  it.effect("hides no older entry from a reader", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const read = Effect.orDie(run({ folder }, (store) => store.get("a")))
      const seen: Array<unknown> = []
      const slow = writingBy((fs, path, bytes, options) =>
        Effect.gen(function* () {
          yield* fs.writeFile(path, bytes.subarray(0, bytes.length / 2), options)
          seen.push(yield* read)
          yield* fs.writeFile(path, bytes.subarray(bytes.length / 2), { flag: "a" })
        }),
      )
      yield* run({ folder }, (store) => store.set("a", text(10), undefined))
      yield* runOver(slow, folder, (store) => store.set("a", text(20), undefined))
      assert.deepStrictEqual([...seen, yield* read], [text(10), text(20)])
    }),
  )
})

describe("a writer that died", () => {
  it.effect("leaves nothing behind for longer than a minute", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "porthole-store-"))
      yield* run({ folder }, (store) => store.set("a", text(1), undefined))
      const { path } = filesIn(folder)[0]!
      const name = path.split("/").at(-1)!
      writeFileSync(join(dirname(path), `.${name}.${crypto.randomUUID()}`), "half a fi")
      const set = run({ folder }, (store) => store.set("b", text(2), undefined))
      // clock: that of the files
      yield* TestClock.setTime(Date.now())
      yield* set
      assert.strictEqual(filesIn(folder).filter(({ isTemporary }) => isTemporary).length, 1, "it could be alive")
      yield* TestClock.adjust("2 minutes")
      yield* set
      assert.strictEqual(filesIn(folder).filter(({ isTemporary }) => isTemporary).length, 0)
      rmSync(folder, { recursive: true })
    }),
  )
})
