import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, PlatformError, Sink, Stdio, Stream } from "effect"
import * as McpStdio from "../../src/mcp/McpStdio.ts"

/** The forwarded and the answered messages, when the input arrives in one piece. */
const layer = (input: string | Uint8Array) =>
  Effect.gen(function* () {
    const answered: Array<unknown> = []
    const stdio = Stdio.layerTest({
      stdin: Stream.make(typeof input === "string" ? new TextEncoder().encode(input) : input),
      stdout: () => Sink.forEach((text) => Effect.sync(() => answered.push(JSON.parse(String(text))))),
    })
    const chunks = yield* Effect.flatMap(Stdio.Stdio, ({ stdin }) => Stream.runCollect(stdin)).pipe(
      Effect.provide(McpStdio.layer.pipe(Layer.provide(stdio))),
    )
    return { passed: chunks.map((bytes) => new TextDecoder().decode(bytes)), answered }
  })

const refusal = (code: number, message: string, id: unknown = null) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
})
const parseError = refusal(-32_700, "Parse error")
const invalid = (id: unknown = null) => refusal(-32_600, "Invalid Request", id)
const nested = (depth: number) => `{"id":7,"params":${"[".repeat(depth)}${"]".repeat(depth)}}`

describe("stdin", () => {
  it.effect("returns each message separately, for any chunks", () =>
    Effect.gen(function* () {
      const { answered, passed } = yield* layer('{"id":1}\nnot json\n\r\n  \n{"id":"two"}\n{"half":\n{"method":"last"}')
      assert.deepStrictEqual(passed, ['{"id":1}\n', '{"id":"two"}\n', '{"method":"last"}\n'])
      assert.deepStrictEqual(answered, [parseError, parseError])
    }),
  )

  it.effect("answers invalid UTF-8", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.of(0x22, 0xff, 0x22, 0x0a, 0x7b, 0x7d)
      assert.deepStrictEqual(yield* layer(bytes), { passed: ["{}\n"], answered: [parseError] })
    }),
  )

  for (const line of ["null", "7", '"x"', '{"id":null}', '{"id":{"a":1}}', '{"id":true}']) {
    it.effect(`answers ${line}, which is no message`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* layer(line), { passed: [], answered: [invalid()] })
      }),
    )
  }

  it.effect("answers a message that is too long, and passes the next", () =>
    Effect.gen(function* () {
      const long = JSON.stringify({ id: 1, params: { text: "x".repeat(McpStdio.maxBytes) } })
      assert.deepStrictEqual(yield* layer(`${long}\n{"id":2}\n`), { passed: ['{"id":2}\n'], answered: [parseError] })
    }),
  )

  it.effect("leaves batches to the protocol revision in use", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* layer('[{"id":1}]'), { passed: ['[{"id":1}]\n'], answered: [] })
    }),
  )

  it.effect("answers a too deeply nested message under its own id", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* layer(nested(McpStdio.maxDepth - 1))).answered, [])
      for (const depth of [McpStdio.maxDepth, 100_000]) {
        assert.deepStrictEqual(yield* layer(nested(depth)), { passed: [], answered: [invalid(7)] })
      }
    }),
  )

  it.effect("cuts too deeply nested arguments of a tool call, and the tool rejects them", () =>
    Effect.gen(function* () {
      const { answered, passed } = yield* layer(nested(100_000).replace("{", '{"method":"tools/call",'))
      assert.deepStrictEqual([passed.length, answered], [1, []])
      const depth = McpStdio.maxDepth - 1
      assert.include(passed[0], `"params":${"[".repeat(depth)}${"]".repeat(depth)}`)
    }),
  )
})

describe("stdout", () => {
  it.effect("ends with its reader", () =>
    Effect.gen(function* () {
      const gone = PlatformError.systemError({ _tag: "Unknown", module: "Stdio", method: "stdout" })
      const stdio = Stdio.layerTest({ stdout: () => Sink.fail(gone) })
      yield* Effect.flatMap(Stdio.Stdio, ({ stdout }) => Stream.run(Stream.make("x"), stdout())).pipe(
        Effect.provide(McpStdio.layer.pipe(Layer.provide(stdio))),
      )
    }),
  )
})

describe("stdout", () => {
  const announced = (capabilities: object) => ({ jsonrpc: "2.0", id: 1, result: { capabilities, serverInfo: {} } })
  const written = (message: unknown) =>
    Effect.gen(function* () {
      const texts: Array<string> = []
      const stdio = Stdio.layerTest({
        stdout: () => Sink.forEach((text) => Effect.sync(() => texts.push(String(text)))),
      })
      yield* Effect.flatMap(Stdio.Stdio, ({ stdout }) =>
        Stream.run(Stream.make(`${JSON.stringify(message)}\n`), stdout()),
      ).pipe(Effect.provide(McpStdio.layer.pipe(Layer.provide(stdio))))
      return texts.join("")
    })

  it.effect("announces no completions and no changes of the list of tools", () =>
    Effect.gen(function* () {
      const text = yield* written(announced({ logging: {}, completions: {}, tools: { listChanged: true } }))
      assert.strictEqual(text, `${JSON.stringify(announced({ logging: {}, tools: {} }))}\n`)
    }),
  )

  it.effect("leaves an answer that quotes capabilities as it is", () =>
    Effect.gen(function* () {
      const answer = { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: '{"capabilities":1}' }] } }
      assert.strictEqual(yield* written(answer), `${JSON.stringify(answer)}\n`)
    }),
  )
})
