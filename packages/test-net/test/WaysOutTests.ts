/**
 * Tests that no page leaves the browser: every way out in a small Internet, whose canaries and packets the system counts
 * outside of the browser. Without guards most ways are alive; guards that cover each other are removed together.
 */
import { assert } from "vitest"
import { isMissing } from "../../backend-browser/test/support/browser.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import * as WaysOut from "./WaysOut.ts"
import type { Guards, Heard, Input } from "./programs/ways-out.ts"

/** Whether the tests must be skipped here. */
export const isSkipped = Network.isMissing() || (await isMissing())

const all: Guards = { namespace: true, proxy: true, resolver: true, protocols: true, interception: true }
const none: Guards = { namespace: false, proxy: false, resolver: false, protocols: false, interception: false }

/** A worker of a worker doesn't start with the guards. */
const isStarted = ({ place }: WaysOut.Row): boolean => place !== "nested worker"

const run = (input: Input): Promise<Heard> => Network.run<Heard>(packedProgram("ways-out"), input)

/** Goes the rows without guards, until at least `heard` of them are heard. */
export const goFreely = async (rows: ReadonlyArray<WaysOut.Row>, heard: number): Promise<Heard> => {
  const only = rows.map(WaysOut.nameOf)
  const control = await run({ guards: none, only, until: { heard, gone: rows.length } })
  assert.strictEqual(control.gone, rows.length)
  assert.isAtLeast(control.rows.length, heard)
  return control
}

/** Goes the rows with all guards. */
export const goGuarded = async (rows: ReadonlyArray<WaysOut.Row>): Promise<void> => {
  const only = rows.map(WaysOut.nameOf)
  const started = rows.filter(isStarted).length
  const { gone, packets, rows: heard } = await run({ guards: all, only, until: { heard: 0, gone: started } })
  assert.deepStrictEqual({ packets, heard, gone }, { packets: 0, heard: [], gone: started })
}

/** Goes every row without some guards, until at least `heard` of them are heard. */
export const goWithout = async (removed: Partial<Guards>, heard: number): Promise<ReadonlyArray<string>> =>
  (await run({ guards: { ...all, ...removed }, until: { heard, gone: WaysOut.rows.filter(isStarted).length } })).rows
