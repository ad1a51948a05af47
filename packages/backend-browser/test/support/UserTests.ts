/** The tests that a user without rights renders, too: the browser gets its namespaces from one of users. */
import { assert, describe, it } from "@effect/vitest"
import { execFile, spawnSync } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { asUser } from "./asUser.ts"
import { isMissing } from "./browser.ts"
import { numberedPages } from "./numberedPages.ts"
import type { RenderedAll } from "./renderAll.ts"

/** What a user needs: namespaces, and `/dev/null`. */
const needed = "unshare --user --map-current-user --net true > /dev/null"

/** Whether there is no user here who has that; prints a message if so. It is never skipped where tests may not be. */
const isRefused = (): boolean => {
  const trial = spawnSync(...asUser(["sh", ["-c", needed]]), { encoding: "utf8" })
  if (trial.status === 0 || process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") return false
  const reason = trial.error?.message ?? trial.stderr.trim()
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn(`SKIPPED: no page is rendered as a user that isn't root: ${reason}`)
  return true
}

const isSkipped = (await isMissing()) || isRefused()

/** Tests that such a user renders so many pages. */
export const userTests = (count: number): void => {
  describe.skipIf(isSkipped)("a user that isn't root", () => {
    it(`renders ${count} pages, in a network namespace, as itself, and leaves nothing`, async () => {
      const [file, args] = asUser([process.execPath, [join(import.meta.dirname, "renderAll.ts"), String(count)]])
      const { stdout } = await promisify(execFile)(file, args, { timeout: 500_000, maxBuffer: 1_048_576 })
      const { documents, inspected, left, uid }: RenderedAll = JSON.parse(stdout)
      assert.notStrictEqual(uid, 0)
      assert.deepStrictEqual([inspected.hasNamespace, inspected.user], [true, undefined])
      const shown = documents.map((html) => html.match(/Tide \d+\./g))
      assert.deepStrictEqual(
        shown,
        numberedPages(count).map(({ text }) => [text]),
      )
      assert.deepStrictEqual(left, [])
    })
  })
}
