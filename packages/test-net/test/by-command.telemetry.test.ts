/** Tests the spans of real fetches, as a collector gets them: enough for an operator, and nothing of the page. */
import { assert, beforeAll, describe, it } from "vitest"
import { Network } from "../src/index.ts"
import type { Ran, Run } from "./by-command.ts"
import { runAll } from "./Rows.ts"

/** Of a collector, unless a row says otherwise. */
const exported = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }

const rows = {
  page: { args: ["fetch", "http://public.test/hidden-path?hidden=query"], isProcess: true },
  traced: {
    args: ["fetch", "http://public.test/?to=https://public.test/hidden-path"],
    env: { PORTHOLE_TRACE: "on" },
  },
  missing: { args: ["fetch", "http://public.test/missing"] },
  refused: { args: ["fetch", "http://public.test/?to=http://10.9.0.5/hidden-path"] },
  off: { args: ["fetch", "http://public.test/"], env: { OTEL_EXPORTER_OTLP_ENDPOINT: "" } },
  waterfall: {
    args: ["fetch", "--trace", "--json", "http://public.test/?to=https://public.test/end"],
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
  },
} satisfies Record<string, Run>

interface Span {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code: number }
  readonly events: ReadonlyArray<unknown>
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Readonly<Record<string, unknown>> }>
}

const spansOf = ({ exports }: Ran): ReadonlyArray<Span> =>
  exports.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans)

const attributesOf = (span: Span | undefined): object =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))

describe.skipIf(Network.isMissing())("spans of porthole fetch", () => {
  const runs = new Map<keyof typeof rows, Ran>()
  const of = (name: keyof typeof rows): Ran => runs.get(name)!
  beforeAll(async () => {
    const ran = await runAll(
      Object.values(rows).map(({ args, env, isProcess }: Run): Run => ({
        args,
        env: { ...exported, ...env },
        isProcess,
      })),
    )
    for (const [at, name] of (Object.keys(rows) as Array<keyof typeof rows>).entries()) runs.set(name, ran[at]!)
  })

  it("are one a call, with the host and the outcome", () => {
    const [span, ...others] = spansOf(of("page"))
    assert.deepStrictEqual(others, [])
    assert.strictEqual(span?.name, "webFetch")
    assert.deepStrictEqual(attributesOf(span), {
      "server.address": "public.test",
      "http.response.status_code": 200,
      "porthole.cached": false,
      "porthole.characters": 1099,
      "porthole.extract.path": "blocks",
    })
    const [request] = of("page").exports
    assert.strictEqual(request?.path, "/v1/traces")
    assert.match(String(request?.headers["user-agent"]), /^Porthole\//)
  })

  it("have a span a hop and a stage under trace", () => {
    const spans = spansOf(of("traced"))
    const root = spans.find(({ name }) => name === "webFetch")
    const below = (parent: Span | undefined) =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map(({ name }) => name)
    assert.deepStrictEqual(below(root), ["hop", "hop", "extract"])
    const [first, second] = spans.filter(({ name }) => name === "hop")
    assert.deepStrictEqual(below(first), ["resolve", "dial"])
    assert.deepStrictEqual(below(second), ["resolve", "dial", "body"])
    assert.deepStrictEqual(attributesOf(first), { "server.address": "public.test", "http.response.status_code": 302 })
    assert.includeMembers(below(spans.find(({ name }) => name === "extract")), ["extract.parse", "extract.render"])
  })

  it("name a failure by its class", () => {
    const [missing] = spansOf(of("missing"))
    assert.strictEqual(missing?.status.code, 2)
    assert.deepStrictEqual(attributesOf(missing), {
      "server.address": "public.test",
      "error.type": "http_error",
      "http.response.status_code": 404,
    })
    const [refused] = spansOf(of("refused"))
    assert.deepStrictEqual(attributesOf(refused), {
      "server.address": "public.test",
      "error.type": "blocked_url",
      "porthole.reason": "redirect_to_blocked_target",
    })
    assert.deepStrictEqual(of("refused").intruders, [])
  })

  it("hold no path, query, address or text of a page, and reach no site", () => {
    for (const [name, { exports, seen }] of runs) {
      for (const { body } of exports)
        assert.notMatch(body, /hidden-path|query|harbour|10\.9\.|93\.184|Error:| at /i, name)
      for (const { headers } of seen) assert.notProperty(headers, "traceparent")
    }
  })

  it("aren't exported unless a collector is named", () => {
    assert.deepStrictEqual(of("off").exports, [])
    assert.strictEqual(of("off").stderr, "")
  })

  it("are a waterfall on stderr with --trace, next to the answer", () => {
    const { code, exports, stderr, stdout } = of("waterfall")
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(exports, [])
    assert.strictEqual(JSON.parse(stdout).url, "https://public.test/end")
    const lines = stderr.trim().split("\n")
    assert.match(
      lines[0] ?? "",
      /^webFetch +0\.0 ms +[\d.]+ ms {2}│█+│ {2}status_code=200 address=public\.test cached=false/,
    )
    assert.match(stderr, /\n {2}hop .*│.*status_code=302 address=public\.test\n {4}resolve /)
    assert.match(stderr, /\n {4}extract\.parse /)
  })
})
