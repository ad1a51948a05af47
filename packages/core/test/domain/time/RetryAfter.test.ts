import { assert, it } from "@effect/vitest"
import { RetryAfter } from "@porthole/core"
import { Duration } from "effect"

const now = Date.UTC(2026, 0, 1, 12, 0, 0)

it.each([
  ["7", 7_000],
  [" 7 ", 7_000],
  ["Thu, 01 Jan 2026 12:00:04 GMT", 4_000],
  ["Wed, 31 Dec 2025 12:00:00 GMT", 0],
  ["9".repeat(400), 86_400_000],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400_000],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["", undefined],
  [undefined, undefined],
] as const)("a Retry-After of %j is a wait of %s ms", (header, expected) => {
  const wait = RetryAfter.read(header, now)
  assert.strictEqual(wait === undefined ? undefined : Duration.toMillis(wait), expected)
})
