/** Access tokens that are added and removed while servers run. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, vi } from "vitest"
import { porthole } from "./inProcess.ts"
import { serving } from "./serving.ts"

/** The environment of a command with its settings in a folder: in this process as well as in one of its own. */
export const settingsIn = (folder: string) => {
  vi.stubEnv("XDG_CONFIG_HOME", folder)
  return { XDG_CONFIG_HOME: folder }
}
/**
 * Asserts that tokens close servers on loopback that run already, started with these flags, but for `--allow-tokenless`.
 */
export const assertClosed = async (flags: ReadonlyArray<ReadonlyArray<string>>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "porthole-tokens-"))
  const env = settingsIn(folder)
  const args = ["serve", "--listen", "127.0.0.1:0"]
  const servers = await Promise.all(flags.map((more) => serving({ env, args: [...args, ...more] })))
  const statuses = (authorization?: string) =>
    Promise.all(
      servers.map(async ({ url }) => {
        const headers = authorization === undefined ? {} : { authorization }
        return (await fetch(`${url}/search?q=x&format=html`, { headers })).status
      }),
    )
  const allOf = (status: number) => flags.map(() => status)
  const closed = flags.map((more) => (more.includes("--allow-tokenless") ? 400 : 401))
  assert.deepStrictEqual(await statuses(), allOf(400))

  const { stderr, stdout } = await porthole(["tokens", "add", "acme"], { env })
  assert.include(stderr, "from every client, also on this machine")
  // clock: polls for the time that each server has cached the list of tokens
  while ((await statuses(`Bearer ${stdout.trim()}`)).includes(401)) await sleep(250)
  assert.deepStrictEqual(await statuses(), closed)
  assert.deepStrictEqual(await statuses("Bearer another"), allOf(401))

  const removed = await porthole(["tokens", "remove", "acme"], { env })
  assert.include(removed.stderr, "no token is left")
  // clock: polls for the time that the list of tokens is cached
  while ((await statuses(`Bearer ${stdout.trim()}`)).includes(400)) await sleep(250)
  assert.deepStrictEqual(await statuses(), closed)
  for (const { child, finished } of servers) {
    child.kill("SIGTERM")
    await finished
  }
  rmSync(folder, { recursive: true })
}
