/** Tests which Redis has an append-only file. */
import { assert, describe, it } from "vitest"
import { RedisPersistence } from "../src/index.ts"

describe("isAppendedIn", () => {
  it.each([
    ["# Persistence\r\nloading:0\r\naof_enabled:1\r\naof_rewrite_in_progress:0\r\n", true],
    ["# Persistence\r\naof_enabled:0\r\n", false],
    ["", undefined],
    ["aof_enabled:yes\r\n", undefined],
    ["[object Object]", undefined],
  ])("%j: %s", (info, expected) => assert.strictEqual(RedisPersistence.isAppendedIn(info), expected))
})
