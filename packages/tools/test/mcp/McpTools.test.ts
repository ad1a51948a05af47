/** clock: real for stdio, whose server runs in the background. */
import { assert, describe, it } from "@effect/vitest"
import { Conversation, Settings, VERSION } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Deferred, Effect, Fiber, Layer, Logger, Queue, Sink, Stdio, Stream } from "effect"
import { McpTest } from "effect/ai"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { McpTools, WebTools } from "../../src/index.ts"
import { plenty, rows } from "../support/backends.ts"
import { type BackendLayer, mcpResult, textOf } from "../support/frontEnds.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

const connect = (layer: BackendLayer) =>
  McpTest.makeClient(McpTools.registrations.pipe(Layer.provide(Layer.provide(WebTools.layer, layer))), {
    protocols: McpTools.protocols,
  })

const sentence = "The tool failed because of a bug of its own, not because of the arguments. Trying again rarely helps."

describe("tools/list", () => {
  it.effect("names the tools with their hints", () =>
    Effect.gen(function* () {
      const client = yield* connect(plenty)
      const { tools } = yield* client.listTools()
      assert.deepStrictEqual(
        tools.map(({ name, annotations }) => [name, annotations?.title]),
        [
          ["web_search", "Search the web"],
          ["web_fetch", "Read a web page"],
          ["web_search_and_fetch", "Search the web and read the hits"],
        ],
      )
      for (const { annotations } of tools) {
        assert.strictEqual(annotations?.readOnlyHint, true)
        assert.strictEqual(annotations?.destructiveHint, false)
        assert.strictEqual(annotations?.idempotentHint, true)
        assert.strictEqual(annotations?.openWorldHint, true)
      }
    }),
  )

  it.effect("costs a model at most 1,300 tokens (o200k), and promises no objects", () =>
    Effect.gen(function* () {
      const client = yield* connect(plenty)
      const { tools } = yield* client.listTools()
      for (const { outputSchema } of tools) assert.isUndefined(outputSchema)
      assert.isAtMost(encode(JSON.stringify(tools)).length, 1_300)
    }),
  )

  it.effect.each([
    ["off", false],
    ["auto", true],
    ["always", true],
  ] as const)("shows render to a model under the setting %s: %s", ([render, expected]) =>
    Effect.gen(function* () {
      const { tools } = yield* (yield* connect(plenty)).listTools()
      const shown = tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes('"render"'))
      assert.deepStrictEqual(
        shown.map(({ name }) => name),
        expected ? ["web_fetch"] : [],
      )
      assert.isAtMost(encode(JSON.stringify(tools)).length, 1_300)
    }).pipe(Effect.provide(Layer.orDie(Settings.layer({ render })))),
  )

  it.effect("has output schemas that admit a failure if it returns objects, for clients that check them", () =>
    Effect.gen(function* () {
      const client = yield* connect(plenty)
      const { tools } = yield* client.listTools()
      for (const { outputSchema } of tools) {
        assert.strictEqual(outputSchema?.["type"], "object")
        const alternatives = JSON.stringify(outputSchema?.["anyOf"])
        assert.include(alternatives, '"required":["error"]')
        assert.notInclude(alternatives, "$ref")
      }
    }).pipe(Effect.provide(Layer.orDie(ToolSettings.layer({ mcp_structured: true })))),
  )
})

describe("a bug", () => {
  const secret = "connect ECONNREFUSED 10.0.0.7:443 vault.internal"

  it.effect("is answered with one sentence and logged", () =>
    Effect.gen(function* () {
      const logs: Array<unknown> = []
      const backend = Doubles.backend({ search: () => Effect.die(new Error(secret)) })
      const result = yield* mcpResult(backend, "web_search", { query: "x" }).pipe(
        Effect.provide(Logger.layer([Logger.make(({ cause, message }) => logs.push(message, cause))])),
      )
      assert.strictEqual(result.isError, true)
      assert.strictEqual(textOf(result), sentence)
      assert.strictEqual(result.structuredContent, undefined)
      assert.isAbove(logs.length, 0)
    }),
  )

  it.effect("in a backend is answered the same way", () =>
    Effect.gen(function* () {
      const backend = Doubles.backend({
        extract: () => {
          throw new Error(secret)
        },
      })
      const result = yield* mcpResult(backend, "web_fetch", { url: "https://example.com/" }).pipe(
        Effect.provide(Logger.layer([])),
      )
      assert.strictEqual(textOf(result), sentence)
    }),
  )
})

describe("conversations", () => {
  it.effect("last as long as a client and differ between servers; the tenant is the host's", () =>
    Effect.gen(function* () {
      const seen: Array<Conversation.ConversationId> = []
      const backend = Doubles.backend({
        search: () => Effect.map(Conversation.Conversation, (conversation) => (seen.push(conversation), rows(1))),
      })
      const first = yield* connect(backend)
      yield* first.callTool({ name: "web_search", arguments: { query: "a" } })
      yield* first.callTool({ name: "web_search", arguments: { query: "b" } })
      const second = yield* connect(backend)
      yield* second.callTool({ name: "web_search", arguments: { query: "c" } })
      const [one, two, three] = seen.map(({ id }) => id)
      assert.strictEqual(one, two)
      assert.notStrictEqual(one, three)
      assert.deepStrictEqual(new Set(seen.map(({ tenant }) => tenant)), new Set(["default"]))
    }),
  )
})

describe("cancellation", () => {
  it.effect("interrupts the backend", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const stopped = yield* Deferred.make<void>()
      const backend = Doubles.backend({
        search: () =>
          Deferred.succeed(started, undefined).pipe(
            Effect.andThen(Effect.never),
            Effect.onInterrupt(() => Deferred.succeed(stopped, undefined)),
          ),
      })
      const client = yield* connect(backend)
      const call = yield* Effect.forkChild(client.callTool({ name: "web_search", arguments: { query: "x" } }))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(call)
      yield* Deferred.await(stopped)
    }),
  )
})

describe("stdio", () => {
  it.live("carries only the protocol, and ends with its input", () =>
    Effect.gen(function* () {
      const output = yield* Queue.unbounded<string>()
      const initialize = {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      }
      const input = yield* Queue.unbounded<string>()
      const stdio = Stdio.layerTest({
        stdin: Stream.takeWhile(Stream.fromQueue(input), (line) => line !== "").pipe(Stream.encodeText),
        stdout: () =>
          Sink.forEach((chunk: string | Uint8Array) =>
            Queue.offer(output, typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk)),
          ),
      })
      const server = yield* McpTools.layerStdio.pipe(
        Layer.provide(WebTools.layerNode()),
        Layer.provide(stdio),
        Layer.launch,
        Effect.forkChild,
      )
      yield* Queue.offer(input, `${JSON.stringify(initialize)}\n`)
      const answer: unknown = JSON.parse(yield* Queue.take(output))
      assert.containSubset(answer, {
        jsonrpc: "2.0",
        id: 1,
        result: { protocolVersion: "2025-11-25", serverInfo: { name: "porthole", version: VERSION } },
      })
      yield* Queue.offer(input, "")
      yield* Fiber.await(server)
    }),
  )
})
