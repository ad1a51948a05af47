/** Tests two processes over one Redis: one cache, one bucket, and no call that fails because of a lost Redis. */
import { assert, beforeAll, describe, it } from "vitest"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Parts, Report } from "./programs/scale.ts"

const missing = [Network.isMissing(), RedisServer.isMissing()].includes(true)

const isPage = (answer: Readonly<Record<string, unknown>>) => answer["status_code"] === 200 && !("error" in answer)

/** What is asserted of a part. */
const assertions: { readonly [Name in keyof Parts]: readonly [test: string, assert: (part: Parts[Name]) => void] } = {
  shared: [
    "share one download",
    ({ first, second, served }) => {
      assert.deepStrictEqual([first["cached"], second["cached"], served], [false, true, 1])
      assert.deepStrictEqual({ ...second, cached: false }, first)
    },
  ],
  killed: [
    "answer every call though the Redis is killed in between",
    ({ answers, served }) => {
      assert.deepStrictEqual(
        answers.filter((answer) => !isPage(answer)),
        [],
      )
      assert.lengthOf(answers, 100)
      // Before the kill, the site served each page once for both, or twice at the same time; afterwards once for each.
      assert.isAtLeast(served, 80 + 10)
    },
  ],
  back: [
    "share again when it is back",
    ({ first, second }) => assert.deepStrictEqual([isPage(first), second["cached"]], [true, true]),
  ],
  bucket: [
    "stay within one bucket over 100 calls",
    ({ answers, bound, served }) => {
      assert.lengthOf(answers, 100)
      const read = answers.filter(isPage).length
      const limited = answers.filter(({ error, retry_after }) => error === "rate_limited" && Number(retry_after) >= 1)
      // On a machine that stalls for seconds a call may time out after it was paid for.
      const late = answers.filter(({ error }) => error === "timeout")
      assert.strictEqual(read + limited.length + late.length, 100)
      assert.isAtLeast(limited.length, 1)
      assert.isAtMost(read, served)
      assert.isAtMost(served, bound)
    },
  ],
  silent: [
    "answer every call over a Redis that never answers, with any timeout",
    (calls) =>
      assert.deepStrictEqual(
        calls.map(({ answer, seconds }) => [seconds, isPage(answer)]),
        [10, 20, 40, 60].map((seconds) => [seconds, true]),
      ),
  ],
}

/** The names of all parts. */
export const names: ReadonlyArray<keyof Parts> = ["shared", "killed", "back", "bucket", "silent"]

const assertPart = <Name extends keyof Parts>(name: Name, part: Report[Name]): void =>
  assertions[name][1](part ?? assert.fail("it wasn't tried"))

/** Declares the tests of these parts. */
export const declare = (chosen: ReadonlyArray<keyof Parts>): void => {
  describe.skipIf(missing)("two processes over one Redis", () => {
    let report: Report
    beforeAll(async () => {
      report = await Network.run<Report>(packedProgram("scale"), chosen)
    })

    it.each(chosen.map((name) => [assertions[name][0], name] as const))("%s", (_, name) =>
      assertPart(name, report[name]),
    )
  })
}
