/**
 * 200 calls over every face, recorded in the small Internet, and replayed by programs without a route whose time is 30
 * days on.
 */
import { spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, assert, describe, it } from "vitest"
import { gunzipSync } from "node:zlib"
import { isMissing } from "../../backend-browser/test/support/browser.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Answer, Order } from "./programs/replaying.ts"

const folder = mkdtempSync(join(tmpdir(), "replaying-"))
const program = packedProgram("replaying")

/** Runs the program where only a loopback is, and returns its answers and what the system couldn't send. */
const replay = async (): Promise<{ readonly answers: ReadonlyArray<Answer>; readonly unsent: string }> => {
  const later = join(folder, "later.mjs")
  writeFileSync(later, "const { now } = Date; Date.now = () => now() + 30 * 86_400_000\n")
  const environment = { NODE_OPTIONS: `--import=${later}` }
  const counters = "awk '/^Ip: [0-9]/ { print $12, $13 } /^Udp: [0-9]/ { print $5 }' /proc/net/snmp >&2"
  const child = spawn(
    "unshare",
    ["--net", "bash", "-c", `ip link set lo up; "$@"; ${counters}`, "bash", process.execPath, program],
    { env: { ...process.env, ...environment } },
  )
  child.stdin.end(JSON.stringify({ folder, world: false, environment } satisfies Order))
  const [answers, unsent] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { answers: JSON.parse(answers), unsent }
}

/** What must differ: a replay says that it is one, and a drop-in measures its own time. */
const settled = (answer: string): string =>
  answer.replaceAll(
    /,\\?"replayed\\?":true|From a recording of \d{4}-\d\d-\d\d\.(?:\\n|\n)?|"response_time":[\d.]+/g,
    "",
  )

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(Network.isMissing())("a recording of every face", () => {
  it("answers 200 calls as they were, without a network and 30 days later", async () => {
    const recorded = await Network.run<ReadonlyArray<Answer>>(program, {
      folder,
      world: true,
      environment: {},
    } satisfies Order)
    const { answers, unsent } = await replay()
    assert.isAtLeast(recorded.length, 190)
    const rendered = recorded.filter(([call]) => call.includes("--render"))
    if (!(await isMissing())) assert.include(rendered.join(), "The tide of day 39 came in late.")
    assert.deepStrictEqual(
      answers.map(([call]) => call),
      recorded.map(([call]) => call),
    )
    for (const [at, [call, answer]] of recorded.entries())
      assert.strictEqual(settled(answers[at]?.[1] ?? ""), settled(answer), call)
    // No packet was without a route, and no datagram was sent.
    assert.strictEqual(unsent, "0 0\n0\n")
    const files = globSync("**/*.warc.gz", { cwd: folder }).map((path) => gunzipSync(readFileSync(join(folder, path))))
    assert.isAtLeast(files.length, 5)
    for (const bytes of files) assert.notInclude(bytes.toString("latin1"), "canary-7b2e55")
  })
})
