/** Tests which policies of a Redis may evict what has no expiry. */
import { assert, describe, it } from "vitest"
import { RedisEviction } from "../src/index.ts"

const infoOf = (policy: string) =>
  `# Memory\r\nused_memory:1\r\nmaxmemory_policy:${policy}\r\nallocator_frag_ratio:1\r\n`

describe("riskyPolicyIn", () => {
  it.each(["allkeys-lru", "allkeys-lfu", "allkeys-random", "allkeys-lrm", "any-new-one"])("%s may", (policy) => {
    assert.strictEqual(RedisEviction.riskyPolicyIn(infoOf(policy)), policy)
  })

  it.each(["noeviction", "volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl", "volatile-lrm"])(
    "%s may not",
    (policy) => {
      assert.isUndefined(RedisEviction.riskyPolicyIn(infoOf(policy)))
    },
  )

  it.each([
    "",
    "# Memory\r\n",
    "maxmemory_policy:\r\n",
    infoOf("<b>allkeys"),
    infoOf("a".repeat(50)),
    "[object Object]",
  ])("an answer without a policy isn't reported: %j", (info) => {
    assert.isUndefined(RedisEviction.riskyPolicyIn(info))
  })
})
