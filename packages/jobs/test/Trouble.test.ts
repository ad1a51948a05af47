/** Tests which failures may pass. */
import { assert, it } from "@effect/vitest"
import { troubleOf } from "../src/Trouble.ts"

it.each([
  [
    { error: "http_error", status_code: 429, retry_after: 7 },
    { kind: "refused", retryAfter: 7_000 },
  ],
  [
    { error: "http_error", status_code: 503, retry_after: 7 },
    { kind: "refused", retryAfter: 7_000 },
  ],
  [
    { error: "rate_limited", retry_after: 2 },
    { kind: "refused", retryAfter: 2_000 },
  ],
  [{ error: "http_error", reason: "target_unreachable" }, { kind: "down" }],
  [
    { error: "http_error", status_code: 503 },
    { kind: "down", retryAfter: undefined },
  ],
  [{ error: "timeout" }, { kind: "failing" }],
  [{ error: "extraction_failed", reason: "overloaded" }, { kind: "failing" }],
  [{ error: "extraction_failed" }, undefined],
  [
    { error: "http_error", status_code: 500 },
    { kind: "failing", retryAfter: undefined },
  ],
  [{ error: "http_error", status_code: 404 }, undefined],
  [{ error: "http_error", reason: "tls_failed" }, undefined],
  [{ error: "robots_disallowed" }, undefined],
  [
    { error: "robots_disallowed", retry_after: 300 },
    { kind: "down", retryAfter: 300_000 },
  ],
] as const)("%j is %j", (wire, trouble) => {
  assert.deepStrictEqual(troubleOf(wire, { answered: false }), trouble)
})

it("counts a failed connection for the page of a host that has answered", () => {
  const unreachable = { error: "http_error", reason: "target_unreachable" } as const
  assert.deepStrictEqual(troubleOf(unreachable, { answered: true }), { kind: "failing" })
})
