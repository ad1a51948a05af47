/**
 * Adapts standard input and output for the MCP server. The library drops every message in the same chunk as a malformed
 * one, and keeps writing to a client that has gone. So each message reaches it separately, an invalid one is answered
 * at once, and the output ends when the client closes it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Sink from "effect/Sink"
import { Stdio } from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as McpCapabilities from "./McpCapabilities.ts"
import * as Lines from "./LineSplitter.ts"

/**
 * Maximum nesting of a message. Deeper arguments of a tool call are cut off, so that the tool refuses or ignores them
 * like other invalid ones; other messages are refused.
 */
export const maxDepth = 256

/**
 * Maximum bytes of a message, as over HTTP. A longer one is answered as unreadable, because parsing it would hold the
 * process.
 */
export const maxBytes = 1_048_576

/** Wraps the surrounding `Stdio`. */
export const layer: Layer.Layer<Stdio, never, Stdio> = Layer.effect(
  Stdio,
  Effect.map(Stdio, (outer) => ({
    ...outer,
    stdin: Lines.split(outer.stdin, maxBytes).pipe(
      Stream.filter((line) => Option.isNone(line) || line.value.trim() !== ""),
      Stream.mapEffect((line) => admit(line, outer)),
      Stream.filter((bytes) => bytes.length > 0),
    ),
    stdout: (options) =>
      Sink.mapInput(
        Sink.catch(outer.stdout(options), () => Effect.void),
        (output: string | Uint8Array) => (typeof output === "string" ? McpCapabilities.corrected(output) : output),
      ),
  })),
)

// --- private --------------------------------------------------------------------------

/** The line's bytes if it is a message; else none, and an answer to the client. */
const admit = (line: Option.Option<string>, outer: Stdio): Effect.Effect<Uint8Array> => {
  const value = Option.flatMap(line, parse)
  if (Option.isNone(value)) return refuse(outer, { code: -32_700, message: "Parse error" })
  if (isMessage(value.value)) {
    if (!cutBelow(value.value, maxDepth)) return Effect.succeed(encoder.encode(`${Option.getOrThrow(line)}\n`))
    if (isToolCall(value.value)) return Effect.succeed(encoder.encode(`${JSON.stringify(value.value)}\n`))
  }
  return refuse(outer, { code: -32_600, message: "Invalid Request" }, idOf(value.value))
}

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** A batch counts too: the revision decides whether it is allowed. */
const isMessage = (value: unknown): boolean =>
  Array.isArray(value) || (Predicate.isObject(value) && (value["id"] === undefined || isId(value["id"])))

const isId = (id: unknown): id is string | number => typeof id === "string" || typeof id === "number"

const isToolCall = (value: unknown): boolean => Predicate.isObject(value) && value["method"] === "tools/call"

/**
 * Empties everything nested deeper, and returns whether there was any. Level by level, because such a value breaks
 * recursion.
 */
const cutBelow = (value: unknown, depth: number): boolean => {
  let level = Predicate.isObjectOrArray(value) ? [value] : []
  for (let at = 1; at < depth && level.length > 0; at++) {
    level = level.flatMap((one) => Object.values(one).filter(Predicate.isObjectOrArray))
  }
  const isDeep = level.some((one) => Object.keys(one).length > 0)
  for (const one of level) {
    if (Array.isArray(one)) one.length = 0
    else for (const key of Object.keys(one)) Reflect.deleteProperty(one, key)
  }
  return isDeep
}

/** The id of the answer; `null` if it is unknown, as the protocol requires. */
const idOf = (value: unknown): string | number | null =>
  Predicate.isObject(value) && isId(value["id"]) ? value["id"] : null

const refuse = (
  outer: Stdio,
  error: { readonly code: number; readonly message: string },
  id: string | number | null = null,
): Effect.Effect<Uint8Array> =>
  Stream.make(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`).pipe(
    Stream.run(outer.stdout()),
    Effect.ignore,
    Effect.as(nothing),
  )

const encoder = new TextEncoder()

const nothing = new Uint8Array()
