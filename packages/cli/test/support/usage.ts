/** Wrong usage of the command. */
import { assert } from "vitest"
import { porthole } from "./inProcess.ts"
import { porthole as startsProcess } from "./porthole.ts"

/** Asserts that it ends with 2 and a sentence on stderr that names the fault. */
export const assertRefused = async (args: ReadonlyArray<string>, named: string): Promise<void> => {
  const { code, stdout, stderr } = await (isSeenByServer(args) ? startsProcess(args) : porthole(args))
  assert.strictEqual(code, 2, stderr)
  assert.strictEqual(stdout, "")
  assert.include(stderr, named)
  assert.notMatch(stderr, /\n\s+at /)
}

/** A server that has begun has a watchdog, which would end the process of the tests. */
const isSeenByServer = ([command, , site = ""]: ReadonlyArray<string>): boolean =>
  command === "mcp" && site.includes("=")
