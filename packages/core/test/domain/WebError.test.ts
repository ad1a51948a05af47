import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { Cause, Effect, Exit, Schema } from "effect"
import { inspect } from "node:util"

const decode = Schema.decodeUnknownExit(WebError.Failure)
const encode = Schema.encodeSync(WebError.Failure)

describe("the wire form", () => {
  it("has exactly the keys that are set", () => {
    const error = WebError.make({ error: "http_error", status_code: 404 })
    assert.strictEqual(JSON.stringify(error), '{"error":"http_error","status_code":404}')
    assert.deepStrictEqual(encode(error), { error: "http_error", status_code: 404 })
    assert.strictEqual(JSON.stringify(WebError.make({ error: "timeout" })), '{"error":"timeout"}')
  })

  it("round-trips", () => {
    const wire = { error: "rate_limited", retry_after: 3, message: "Wait." } as const
    const exit = decode(wire)
    assert.deepStrictEqual(Exit.isSuccess(exit) ? exit.value.wire : exit, wire)
  })

  it.each([
    { error: "blocked_url", reason: "private_or_metadata_target" },
    { error: "web_search_unavailable", reason: "searxng_not_configured" },
    { error: "web_search_unavailable", reason: "acme_quota_exceeded" },
    { error: "invalid_request", reason: "max_results" },
    { error: "invalid_request", reason: "a_parameter_of_a_front_end" },
  ])("accepts %j", (wire) => assert.isTrue(Exit.isSuccess(decode(wire))))

  it.each([
    { error: "teapot" },
    { error: "timeout", reason: undefined },
    { error: "blocked_url", reason: "10.0.0.1" },
    { error: "blocked_url", reason: "a_parameter_of_a_front_end" },
    { error: "invalid_request", reason: "10.0.0.1" },
    { error: "invalid_request", reason: "a".repeat(33) },
    { error: "blocked_url", reason: "searxng_exploded" },
    { error: "blocked_url", reason: "a b_unreachable" },
    { error: "http_error", status_code: "404" },
    { error: "rate_limited", retry_after: 1.5 },
  ])("refuses %j", (wire) => assert.isTrue(Exit.isFailure(decode(wire))))
})

describe("the cause", () => {
  const secret = new Error("connect ECONNREFUSED 10.1.2.3:6379 http://internal.corp/?key=abc")
  const error = WebError.make({ error: "http_error", reason: "target_unreachable" }, secret)

  it("is available to operators", () => assert.strictEqual(WebError.causeOf(error), secret))

  it("doesn't appear when the error is printed, inspected or encoded", () => {
    const shown = [
      String(error),
      error.message,
      error.stack,
      JSON.stringify(error),
      JSON.stringify(encode(error)),
      inspect(error, { showHidden: true, depth: 9 }),
      Cause.pretty(Cause.fail(error)),
      JSON.stringify(Exit.fail(error)),
      inspect(Effect.runSyncExit(Effect.fail(error)), { depth: 9 }),
    ].join("\n")
    assert.notMatch(shown, /10\.1\.2\.3|6379|internal\.corp|key=abc/)
  })
})

describe("the chain of an error", () => {
  it("has its causes, the innermost last", () => {
    const inner = new Error("inner", { cause: "no error" })
    const outer = new Error("outer", { cause: inner })
    assert.deepStrictEqual(WebError.chainOf(outer), [outer, inner])
    assert.deepStrictEqual(WebError.chainOf("no error"), [])
  })

  it("ends in a circle, too", () => {
    const error = new Error("again")
    error.cause = error
    assert.lengthOf(WebError.chainOf(error), 8)
  })
})
