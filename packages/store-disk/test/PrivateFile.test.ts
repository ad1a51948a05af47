/** Tests a private file on the real disk, by the file of keys: its permissions, links and locks. clock: real, since the disk is. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { KeyFile } from "../src/index.ts"
import * as PrivateFile from "../src/PrivateFile.ts"
import { temporaryFolder } from "./support/store.ts"

const services = Layer.merge(NodeFileSystem.layer, NodePath.layer)
const open = (file: string) => Effect.provide(KeyFile.make({ file }), services)
const inFolder = Effect.map(temporaryFolder, (folder) => join(folder, "config/porthole/keys.json"))
const modeOf = (path: string) => statSync(path).mode & 0o777

describe("a private file", () => {
  it.live("that can't be used says why, also by a code that has no name", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, `${"k".repeat(300)}.json`)
      const store = yield* open(file)
      const error = yield* Effect.flip(store.set("default", "tavily", Redacted.make("key")))
      assert.include(error.message, "can't be used (ENAMETOOLONG).")
    }).pipe(Effect.scoped),
  )

  it.live("is private to this user, and so is its folder", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      const keys = yield* open(file)
      yield* keys.set("default", "tavily", Redacted.make("k"))
      yield* keys.set("default", "brave", Redacted.make("k"))
      assert.deepStrictEqual([modeOf(file), modeOf(join(file, ".."))], [0o600, 0o700])
      assert.deepStrictEqual(readdirSync(join(file, "..")), ["keys.json"], "nothing is left beside it")
    }).pipe(Effect.scoped),
  )

  it.live("creates nothing when it is read", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      const keys = yield* open(file)
      yield* keys.get("default", "tavily")
      yield* keys.list("default")
      assert.isFalse(existsSync(join(file, "..")))
    }).pipe(Effect.scoped),
  )

  it.live("isn't used if others can read it, and names the remedy", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      const keys = yield* open(file)
      yield* keys.set("default", "tavily", Redacted.make("k"))
      chmodSync(file, 0o640)
      const read = yield* Effect.result(keys.get("default", "tavily"))
      assert.include(Result.isFailure(read) ? read.failure.message : "", "chmod 600")
      const set = yield* Effect.result(keys.set("default", "brave", Redacted.make("k")))
      assert.isTrue(Result.isFailure(set))
      chmodSync(file, 0o600)
      assert.deepStrictEqual(yield* keys.list("default"), ["tavily"])
    }).pipe(Effect.scoped),
  )

  it.live("isn't used in a folder that others can write, where they could replace it", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      const keys = yield* open(file)
      yield* keys.set("default", "tavily", Redacted.make("k"))
      chmodSync(join(file, ".."), 0o777)
      const read = yield* Effect.result(keys.get("default", "tavily"))
      assert.include(Result.isFailure(read) ? read.failure.message : "", "chmod 700")
    }).pipe(Effect.scoped),
  )

  it.live("isn't used, made or written below a folder that others can write", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      const above = join(file, "../../..")
      const keys = yield* open(file)
      yield* keys.set("default", "tavily", Redacted.make("k"))
      chmodSync(above, 0o777)
      const read = yield* Effect.result(keys.get("default", "tavily"))
      assert.include(Result.isFailure(read) ? read.failure.message : "", `chmod go-w ${above}`)
      const other = yield* open(join(above, "other/keys.json"))
      assert.isUndefined(yield* other.get("default", "tavily"))
      const set = yield* Effect.result(other.set("default", "tavily", Redacted.make("k")))
      assert.include(Result.isFailure(set) ? set.failure.message : "", `chmod go-w ${above}`)
      assert.isFalse(existsSync(join(above, "other")))
    }).pipe(Effect.scoped),
  )

  it.live.skipIf(process.getuid?.() !== 0)("isn't used if it belongs to another user", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      const keys = yield* open(file)
      yield* keys.set("default", "tavily", Redacted.make("k"))
      chownSync(file, 54_321, 0)
      const read = yield* Effect.result(keys.get("default", "tavily"))
      assert.include(Result.isFailure(read) ? read.failure.message : "", "belongs to another user")
    }).pipe(Effect.scoped),
  )

  it.live("is the file that a link leads to, which stays a link", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      const folder = join(file, "..")
      mkdirSync(join(folder, "elsewhere"), { recursive: true, mode: 0o700 })
      writeFileSync(join(folder, "elsewhere/kept.json"), '{"keys":[]}', { mode: 0o600 })
      symlinkSync(join(folder, "elsewhere/kept.json"), file)
      const keys = yield* open(file)
      yield* keys.set("default", "tavily", Redacted.make("k"))
      assert.isTrue(lstatSync(file).isSymbolicLink())
      assert.include(readFileSync(join(folder, "elsewhere/kept.json"), "utf8"), "tavily")
      assert.deepStrictEqual(yield* keys.list("default"), ["tavily"])
    }).pipe(Effect.scoped),
  )

  it.live("continues past the lock of a dead process", () =>
    Effect.gen(function* () {
      const file = yield* inFolder
      mkdirSync(join(file, ".."), { recursive: true })
      writeFileSync(`${file}.lock`, "")
      // clock: that of the files
      const old = Date.now() / 1_000 - 2 * (PrivateFile.staleLockAfter / 1_000)
      utimesSync(`${file}.lock`, old, old)
      const keys = yield* open(file)
      yield* keys.set("default", "tavily", Redacted.make("k"))
      assert.deepStrictEqual(readdirSync(join(file, "..")), ["keys.json"])
    }).pipe(Effect.scoped),
  )
})
