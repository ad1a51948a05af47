/**
 * Runs the real command on each URL of the input, one process for each: `porthole check --explain`, with further
 * `flags`.
 */
import { execFile } from "node:child_process"
import { text } from "node:stream/consumers"
import { type Sites, World } from "../../src/index.ts"
import { packed } from "../../../cli/test/support/packed.ts"

/** A run's output, and the world's events meanwhile. */
export interface CommandRun {
  readonly url: string
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly intruders: ReadonlyArray<string>
  readonly queries: ReadonlyArray<string>
  readonly seen: ReadonlyArray<Sites.SeenRequest>
}

const {
  urls,
  command,
  flags,
}: Record<"urls" | "command" | "flags", ReadonlyArray<string>> = JSON.parse(await text(process.stdin))
const world = await World.start()

const run = (url: string) =>
  new Promise<Pick<CommandRun, "code" | "stdout" | "stderr">>((done) => {
    const child = execFile(
      process.execPath,
      [packed, ...command, url, ...flags],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: world.authority }, timeout: 300_000 },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    )
  })

const runs: Array<CommandRun> = []
for (const url of urls) {
  const before = { intruders: world.intruders.length, queries: world.dns.queries.length, seen: world.seen.length }
  const ran = await run(url)
  runs.push({
    url,
    ...ran,
    intruders: world.intruders.slice(before.intruders),
    queries: world.dns.queries.slice(before.queries),
    seen: world.seen.slice(before.seen),
  })
}
process.stdout.write(JSON.stringify(runs), () => process.exit(0))
