/** Tests the check of the folders above a file, on the real disk. clock: real, since the disk is. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as PrivatePath from "../src/PrivatePath.ts"
import { temporaryFolder } from "./support/store.ts"

const check = (path: string) =>
  Effect.provide(PrivatePath.check(path), Layer.merge(NodeFileSystem.layer, NodePath.layer))

/** The message of the check; `undefined` if no other user can replace the file. */
const faultOf = (path: string) =>
  Effect.map(Effect.result(check(path)), (result) => (Result.isFailure(result) ? result.failure.message : undefined))

/** A folder of this user's, and one in it for the file. */
const folders = Effect.map(temporaryFolder, (home) => {
  const above = join(home, "above")
  const folder = join(above, "middle/config")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "file"), "")
  return { home, above, folder, file: join(folder, "file") }
})

const stranger = 54_321

/** Only root can give a file to another user. */
const isRoot = process.getuid?.() === 0
// oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
if (!isRoot) console.warn("SKIPPED: folders of other users aren't tested, because only root can make them.")

describe.skipIf(!PrivatePath.hasModes)("a file", () => {
  it.live("is private in folders of this user, below a sticky folder such as /tmp", () =>
    Effect.gen(function* () {
      const { folder, file } = yield* folders
      assert.isUndefined(yield* faultOf(file))
      assert.isUndefined(yield* faultOf(join(folder, "missing/folder/file")))
    }).pipe(Effect.scoped),
  )

  it.live.each([0o777, 0o757, 0o733, 0o2777])("isn't, wherever above it others can write (%o)", (mode) =>
    Effect.gen(function* () {
      const { above, folder, file } = yield* folders
      for (const open of [above, join(above, "middle"), folder]) {
        chmodSync(open, mode)
        assert.include(yield* faultOf(file), `chmod go-w ${open}`)
        assert.include(yield* faultOf(join(folder, "missing/file")), `chmod go-w ${open}`)
        chmodSync(open, 0o755)
      }
      assert.isUndefined(yield* faultOf(file))
    }).pipe(Effect.scoped),
  )

  it.live.each([0o1777, 0o1775])("is, below a sticky folder in which its folder is this user's (%o)", (mode) =>
    Effect.gen(function* () {
      const { above, file } = yield* folders
      chmodSync(above, mode)
      assert.isUndefined(yield* faultOf(file))
    }).pipe(Effect.scoped),
  )

  it.live("isn't, if a link to it is in a folder that others can write", () =>
    Effect.gen(function* () {
      const { above, home } = yield* folders
      mkdirSync(join(home, "open"))
      symlinkSync("../above", join(home, "open/link"))
      symlinkSync(join(home, "open/link"), join(home, "link"))
      const linked = join(home, "link/middle/config/file")
      assert.isUndefined(yield* faultOf(linked))
      chmodSync(join(home, "open"), 0o777)
      assert.include(yield* faultOf(linked), `chmod go-w ${join(home, "open")}`)
      chmodSync(join(home, "open"), 0o755)
      chmodSync(above, 0o777)
      assert.include(yield* faultOf(linked), `chmod go-w ${above}`)
      assert.include(yield* faultOf(`${linked}/../file`), `chmod go-w ${above}`)
    }).pipe(Effect.scoped),
  )

  it.live("isn't, if links lead in a circle", () =>
    Effect.gen(function* () {
      const { home } = yield* folders
      symlinkSync("b", join(home, "a"))
      symlinkSync("a", join(home, "b"))
      assert.include(yield* faultOf(join(home, "a/file")), "too many links")
    }).pipe(Effect.scoped),
  )

  it.live.skipIf(!isRoot)("isn't, below a folder or through a link of another user", () =>
    Effect.gen(function* () {
      const { above, home, file } = yield* folders
      chownSync(above, stranger, stranger)
      assert.include(yield* faultOf(file), `${above} belongs to another user`)
      chownSync(above, 0, 0)
      chmodSync(home, 0o1777)
      symlinkSync("above", join(home, "link"))
      assert.isUndefined(yield* faultOf(join(home, "link/middle/config/file")))
      lchownSync(join(home, "link"), stranger, stranger)
      assert.include(yield* faultOf(join(home, "link/middle/config/file")), "belongs to another user")
    }).pipe(Effect.scoped),
  )

  it.live.skipIf(!isRoot)("isn't, if another group can write above it; this user's own group can", () =>
    Effect.gen(function* () {
      const { above, file } = yield* folders
      chmodSync(above, 0o775)
      assert.isUndefined(yield* faultOf(file))
      chownSync(above, 0, stranger)
      assert.include(yield* faultOf(file), `chmod go-w ${above}`)
    }).pipe(Effect.scoped),
  )
})
