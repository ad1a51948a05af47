/** Tests the terminal view of spans. */
import { Context, Exit, Option, Tracer } from "effect"
import { assert, describe, it } from "vitest"
import { style } from "../../src/view/View.ts"
import * as WaterfallView from "../../src/view/WaterfallView.ts"

const span = (name: string, from: number, to: number | undefined, parent?: Tracer.NativeSpan) => {
  const made = new Tracer.NativeSpan({
    name,
    parent: Option.fromUndefinedOr(parent),
    annotations: Context.empty(),
    links: [],
    startTime: BigInt(from * 1_000_000),
    kind: "internal",
    sampled: true,
  })
  if (to !== undefined) made.end(BigInt(to * 1_000_000), Exit.void)
  return made
}

describe("a waterfall", () => {
  it("has a line a span below its parent, and a bar for its time", () => {
    const call = span("webFetch", 1_000, 1_032)
    const text = WaterfallView.of(style(false), [
      call,
      span("hop", 1_008, 1_016, call),
      span("extract", 1_016, 1_032, call),
    ])
    assert.strictEqual(
      text,
      [
        "webFetch         0.0 ms       32.0 ms  │████████████████████████████████│",
        "  hop            8.0 ms        8.0 ms  │        ████████                │",
        "  extract       16.0 ms       16.0 ms  │                ████████████████│",
        "",
      ].join("\n"),
    )
  })

  it("shows a span that was cut off, and one whose parent is elsewhere", () => {
    const text = WaterfallView.of(style(false), [span("page", 5, undefined, span("other", 0, 1)), span("late", 5, 5)])
    assert.match(text, /^page +0\.0 ms +0\.0 ms {2}│█ +│\nlate /)
  })

  it("leaves out attributes that aren't ours, and makes the others safe for a terminal", () => {
    const call = span("webFetch", 0, undefined)
    call.attribute("server.address", "a.test\u001b[2J")
    call.attribute("url.full", "https://a.test/secret")
    call.end(1_000_000n, Exit.void)
    const text = WaterfallView.of(style(false), [call])
    assert.include(text, "address=a.test[2J")
    assert.notInclude(text, "secret")
  })

  it("of nothing is empty", () => {
    assert.strictEqual(WaterfallView.of(style(true), []), "")
  })
})
