/** Tests that a user without rights renders, too: the browser gets its namespaces from one of users. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawnSync } from "node:child_process"
import { join } from "node:path"
import { foldersLeft, isMissing, processesLeft } from "./support/browser.ts"
import type { RenderedOnce } from "./support/renderOnce.ts"

const nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]

/** What a user needs: a network namespace, and `/dev/null`, which some sandboxes keep for root. */
const needed = "unshare --user --map-current-user --net true > /dev/null"

/** Whether root can't become a user here who has that; prints a message if so. */
const isRefused = (): boolean => {
  const trial = spawnSync("setpriv", [...nobody, "sh", "-c", needed])
  if (trial.status === 0) return false
  const reason = trial.error?.message ?? trial.stderr.toString().trim()
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn(`SKIPPED: no page is rendered as a user that isn't root: ${reason}`)
  return true
}

describe.skipIf((await isMissing()) || isRefused())("a user that isn't root", () => {
  it("renders, in a network namespace, as itself, and leaves nothing", () => {
    const program = [process.execPath, join(import.meta.dirname, "support/renderOnce.ts")]
    const output = execFileSync("setpriv", [...nobody, ...program], { encoding: "utf8", timeout: 120_000 })
    const { html, inspected, uid }: RenderedOnce = JSON.parse(output)
    assert.include(html, "<p>42</p>")
    assert.deepStrictEqual([uid, inspected.hasNamespace, inspected.user], [65_534, true, undefined])
    assert.deepStrictEqual([processesLeft(), foldersLeft()], [[], []])
  })
})
