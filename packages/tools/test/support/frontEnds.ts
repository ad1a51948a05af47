/** The three front ends over one backend: what each shows a model for the same call. */
import { McpTest } from "effect/ai"
import { type McpSchema } from "effect/ai"
import { assert } from "@effect/vitest"
import { type WebBackend, WebError } from "@porthole/core"
import { Effect, Layer, Option, Predicate, Stream } from "effect"
import { createWebTools, McpTools, WebToolkit, WebTools } from "../../src/index.ts"
import * as ToolSettings from "../../src/settings/ToolSettings.ts"

/** The result, and whether it was a failure. */
export interface Seen {
  readonly isFailure: boolean
  readonly value: unknown
}

export type ToolName = keyof typeof WebToolkit.toolkit.tools

/** Every service that a front end gets here. */
export type BackendLayer = Layer.Layer<WebBackend.WebBackend>

/** Runs one call. */
export type FrontEnd = (layer: BackendLayer, name: ToolName, args: unknown) => Effect.Effect<Seen>

/** `toolkit.handle`. */
export const viaToolkit: FrontEnd = (layer, name, args) =>
  Effect.gen(function* () {
    const tools = yield* WebToolkit.toolkit
    const results = yield* Effect.flatMap(tools.handle(name, args), Stream.runLast)
    const last = Option.getOrThrow(results)
    return { isFailure: last.isFailure, value: last.encodedResult }
  }).pipe(Effect.provide(Layer.provide(WebTools.layer, layer)), Effect.orDie)

type ProtocolVersion = (typeof McpTools.protocols)[number]["protocolVersion"]

/** A client of the tools over MCP, for several calls. */
export const mcpClient = (layer: BackendLayer, protocolVersion: ProtocolVersion = "2026-07-28") =>
  McpTest.makeClient(McpTools.registrations.pipe(Layer.provide(Layer.provide(WebTools.layer, layer))), {
    protocols: McpTools.protocols,
    protocolVersion,
  })

/** The whole result of an MCP call. */
export const mcpResult = (
  layer: BackendLayer,
  name: string,
  args: Record<string, unknown>,
  protocolVersion?: ProtocolVersion,
): Effect.Effect<McpSchema.CallToolResult> =>
  mcpClient(layer, protocolVersion).pipe(
    Effect.flatMap(({ callTool }) => callTool({ name, arguments: args })),
    Effect.scoped,
    Effect.orDie,
  )

/** An MCP client that gets objects, too; asserts that there is one text and that it agrees with the object. */
export const viaMcp: FrontEnd = (layer, name, args) =>
  Effect.map(
    Effect.provide(
      mcpResult(layer, name, Predicate.isObject(args) ? { ...args } : {}),
      Layer.orDie(ToolSettings.layer({ mcp_structured: true })),
    ),
    (result) => {
      assert.strictEqual(result.content.length, 1)
      assert.isAbove(textOf(result).length, 0)
      return { isFailure: result.isError === true, value: result.structuredContent }
    },
  )

/** The text of an MCP result. */
export const textOf = (result: McpSchema.CallToolResult): string => {
  const [content] = result.content
  return content?.type === "text" ? content.text : ""
}

/** The Promise facade. */
export const viaFacade: FrontEnd = (layer, name, args) =>
  Effect.acquireUseRelease(
    Effect.sync(() => createWebTools({ layers: layer })),
    (tools) => Effect.promise(() => tools.call(name, args)),
    (tools) => Effect.promise(() => tools.dispose()),
  ).pipe(Effect.map((value) => ({ isFailure: Predicate.hasProperty(value, "error"), value })))

export const frontEnds: ReadonlyArray<readonly [string, FrontEnd]> = [
  ["the toolkit", viaToolkit],
  ["MCP", viaMcp],
  ["the facade", viaFacade],
]

/** A backend's failure. */
export const failing = (wire: WebError.Wire, cause?: unknown) => () => WebError.fail(wire, cause)
