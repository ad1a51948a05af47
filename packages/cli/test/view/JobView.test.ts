/** Tests the progress of a job as text. */
import { assert, it } from "vitest"
import * as JobView from "../../src/view/JobView.ts"

const samples = [
  { at: 0, settled: 0 },
  { at: 10_000, settled: 20 },
]

it.each([
  [[], "about 3 s left"],
  [[{ host: "a.test", kind: "refused", until: 50_000 } as const], "about 40 s left · waits for a.test"],
  [
    [{ host: "a.test", kind: "down", until: 11_000 } as const],
    "about 3 s left · waits for a.test (it is down) for 1 s",
  ],
])("tells the time that is left, with the rests %j", (rests, text) => {
  assert.include(JobView.progress({ done: 20, failed: 0, waiting: 5 }, samples, rests, 10_000), text)
})
