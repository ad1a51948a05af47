import { assert, describe, it } from "@effect/vitest"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { McpTest } from "effect/ai"
import { McpTools, WebTools } from "../../src/index.ts"
import { page } from "../support/backends.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const valid = `00-${traceId}-b7ad6b7169203331-01`

/** The trace in which a page is read for calls with this metadata, in turn. */
const tracesOf = Effect.fnUntraced(function* (metadata: ReadonlyArray<unknown>) {
  const traces: Array<string> = []
  const extract = () =>
    Effect.flatMap(Effect.currentSpan, (span) => {
      traces.push(span.traceId)
      return Effect.succeed(page("The sea."))
    }).pipe(Effect.orDie)
  const registrations = McpTools.registrations.pipe(
    Layer.provide(WebTools.layer),
    Layer.provide(Doubles.backend({ extract })),
  )
  const client = yield* McpTest.makeClient(registrations, { protocols: McpTools.protocols })
  for (const traceparent of metadata) {
    const args = { url: "https://example.com/", cache: false }
    yield* client.callTool({ name: "web_fetch", arguments: args, _meta: { traceparent } })
  }
  return traces
})

describe("the traceparent of an MCP request", () => {
  it.effect("puts the spans of its call, and of no other, into the client's trace", () =>
    Effect.gen(function* () {
      const [before, within, after] = yield* tracesOf([null, valid, null])
      assert.strictEqual(within, traceId)
      assert.notInclude([before, after], traceId)
    }),
  )

  it.effect("is ignored if it is invalid", () =>
    Effect.gen(function* () {
      const invalid = [
        5,
        {},
        "",
        "00",
        `${valid}-more`,
        valid.replace("00-", "ff-"),
        valid.replace(/-b7.*-/, "-0000000000000000-"),
        valid.toUpperCase(),
        `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
        `${valid}\r\nx: y`,
        `00-${"a".repeat(1_000_000)}-b7ad6b7169203331-01`,
      ]
      const traces = yield* tracesOf(invalid)
      assert.lengthOf(traces, invalid.length)
      assert.notInclude(traces, traceId)
    }),
  )
})
