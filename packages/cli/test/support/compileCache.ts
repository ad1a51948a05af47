/** The compile cache of the packed command. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { packed } from "./packed.ts"
import { porthole } from "./porthole.ts"

/** Where no cache can be, by the name of the reason. */
export const places = [
  ["is not there", "/proc/nowhere"],
  ["takes no folder", "/proc"],
  ["is relative", "nowhere"],
  ["is a file", packed],
] as const

/** The modes of a folder, and whether a cache in it is used. */
export const modes = [
  [0o777, false],
  [0o1777, false],
  [0o700, true],
] as const

/** The folders on the way to the cache. */
export const onTheWay = [".cache", ".cache/porthole", ".cache/porthole/compiled"] as const

export interface Rows {
  readonly places: ReadonlyArray<(typeof places)[number]>
  readonly modes: ReadonlyArray<(typeof modes)[number]>
}

export const compileCacheTests = (rows: Rows): void => {
  it.each(rows.places)("starts without a compile cache where its folder %s", async (_, XDG_CACHE_HOME) => {
    const { code, stderr } = await porthole(["--version"], { env: { XDG_CACHE_HOME } })
    assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
    assert.isFalse(existsSync("nowhere"))
  })

  it.skipIf(process.platform === "win32")("has a compile cache only where no other user can write", async () => {
    const cache = mkdtempSync(join(tmpdir(), "porthole-cache-"))
    for (const [mode, isUsed] of rows.modes) {
      chmodSync(cache, mode)
      await porthole(["--version"], { env: { XDG_CACHE_HOME: cache } })
      assert.strictEqual(existsSync(join(cache, "porthole/compiled")), isUsed)
    }
    rmSync(cache, { recursive: true })
  })
}

export const onTheWayTests = (rows: ReadonlyArray<string>): void => {
  it.skipIf(process.platform === "win32")("has none where another user can write on the way to it", async () => {
    const home = mkdtempSync(join(tmpdir(), "porthole-home-"))
    mkdirSync(join(home, ".cache/porthole/compiled"), { recursive: true, mode: 0o700 })
    const start = () => porthole(["--version"], { env: { HOME: home, XDG_CACHE_HOME: "", LOCALAPPDATA: "" } })
    for (const open of rows.map((name) => join(home, name))) {
      chmodSync(open, 0o777)
      const { code, stderr } = await start()
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      assert.isEmpty(readdirSync(join(home, ".cache/porthole/compiled")))
      chmodSync(open, 0o700)
    }
    await start()
    assert.isNotEmpty(readdirSync(join(home, ".cache/porthole/compiled")))
    rmSync(home, { recursive: true })
  })
}
