/** Tests the caches of the command over real sites, run by run, by the sites' requests. */
import { assert, beforeAll, describe, it } from "vitest"
import * as RedisServer from "../../store-redis/test/support/redis.ts"
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network } from "../src/index.ts"
import type { Report, Steps } from "./programs/economy-command.ts"

const hasNoRedis = RedisServer.isMissing()

/** A step, whether its page came from the cache, the edition shown, and the status of each request that it cost. */
type StepRow = readonly [step: string, cached: boolean, edition: number, ...statuses: ReadonlyArray<string>]

const overDisk: ReadonlyArray<StepRow> = [
  ["first", false, 1, "200"],
  ["second", true, 1],
  ["bypassing", false, 1, "200"],
  ["unchanged", true, 1, '304 of "1"'],
  ["afterwards", true, 1],
  ["changed", false, 2, '200 of "1"'],
  ["readOnly", false, 2, "200"],
]

const overRedis: ReadonlyArray<StepRow> = [
  ["first", false, 1, "200"],
  ["second", true, 1],
  ["bypassing", false, 1, "200"],
  ["wrongPassword", false, 1, "200"],
  ["frozen", false, 1, "200"],
  ["thawed", true, 1],
  ["killed", false, 1, "200"],
]

const named = (rows: ReadonlyArray<StepRow>) => rows.map((row) => [row[0], row] as const)

/** Steps in which the cache can't be used. */
const withoutStore: ReadonlySet<string> = new Set(["readOnly", "wrongPassword", "frozen", "killed"])

const assertStep = (steps: Steps, [name, cached, edition, ...statuses]: StepRow): void => {
  const step = steps[name]
  assert.strictEqual(step?.code, 0)
  assert.match(step?.stderr ?? "?", withoutStore.has(name) ? /^[^\n]* WARN [^\n]*can't be used[^\n]*\n$/ : /^$/)
  assert.include(step?.answer, { title: `Edition ${edition}`, cached })
  const requests = step?.requests.map(({ holds, status }) =>
    holds === undefined ? `${status}` : `${status} of ${holds}`,
  )
  assert.deepStrictEqual(requests, [...statuses])
}

describe.skipIf(Network.isMissing())("porthole fetch with a cache, run by run", () => {
  let report: Report
  beforeAll(async () => {
    report = await Network.run<Report>(packedProgram("economy-command"), { redis: !hasNoRedis })
  })

  it.each(named(overDisk))("in a folder: %s", (_, row) => assertStep(report.disk, row))

  it.skipIf(hasNoRedis).each(named(overRedis))("over Redis: %s", (_, row) => assertStep(report.redis, row))
})
