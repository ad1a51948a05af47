/**
 * The tools as an MCP server: {@link registrations} for any transport, {@link layerStdio} ready for `Layer.launch`.
 *
 * A result is one text (`ToolText`), because clients differ in what else they show a model. Under `mcp_structured` it
 * also has the answer as an object in `structuredContent`. A failure, including wrong arguments, is an `isError`
 * result. The library sends JSON, so this module wraps its registrations. A bug is answered with one fixed sentence,
 * and logged.
 *
 * Nothing heavy is loaded before the first call, so `initialize` is answered at once.
 */
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import type * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Stdio } from "effect/Stdio"
import { Conversation, Fence, Image, Settings, TimeSlice, VERSION, WebError } from "@porthole/core"
import * as ToolCalls from "../calls/index.ts"
import { ToolSettings, type ToolSettingsShape } from "../settings/ToolSettings.ts"
import * as Definitions from "../toolkit/Definitions.ts"
import * as DocsDefinitions from "../toolkit/DocsDefinitions.ts"
import * as DocsToolkit from "../toolkit/DocsToolkit.ts"
import * as LibraryDefinitions from "../toolkit/LibraryDefinitions.ts"
import * as LibraryToolkit from "../toolkit/LibraryToolkit.ts"
import * as InputSchema from "../toolkit/InputSchema.ts"
import * as McpProgress from "./McpProgress.ts"
import * as McpStdio from "./McpStdio.ts"
import * as McpTrace from "./McpTrace.ts"
import * as ToolText from "../toolkit/ToolText.ts"
import { type Handlers, served } from "../toolkit/WebToolkit.ts"
import * as Wording from "../toolkit/Wording.ts"

export { corrected as withCorrectCapabilities } from "./McpCapabilities.ts"

/** The supported revisions of the protocol, the newest first. */
export const protocols = [
  McpProtocol.v2026_07_28,
  McpProtocol.v2025_11_25,
  McpProtocol.v2025_06_18,
  McpProtocol.v2025_03_26,
  McpProtocol.v2024_11_05,
] as const

/** The conversation of a call, if the transport knows it. */
export type ConversationOf = Effect.Effect<Conversation.ConversationId>

/**
 * The tools, registered with the provided `McpServer`. Each of its clients is a conversation of its own, unless
 * `conversation` returns another one for a call.
 */
export const registrations: Layer.Layer<never, never, Handlers | McpServer.McpServer> = Layer.suspend(() =>
  register(served()),
)

/** The same with the tools of documentation sites, whose handlers are `DocsSite.layer` of the same sites. */
export const registrationsWith = (
  sites: ReadonlyArray<DocsToolkit.Options>,
  conversation?: ConversationOf,
): Layer.Layer<never, never, Handlers | DocsToolkit.Handlers | McpServer.McpServer> =>
  Layer.suspend(() =>
    register(
      Toolkit.make(...Object.values(served().tools), ...DocsToolkit.tools(sites)),
      { definitions: DocsDefinitions.definitions(sites), wholeSchema: DocsDefinitions.wholeSchema },
      conversation,
    ),
  )

/**
 * The same with the tools of indexed libraries, whose handlers are `LibraryTools.layer` of the same sites. A site's
 * tools are served by the names that they have elsewhere too, but not listed.
 */
export const registrationsWithLibraries = (
  sites: ReadonlyArray<DocsToolkit.Options> = [],
  conversation?: ConversationOf,
): Layer.Layer<never, never, Handlers | LibraryToolkit.Handlers | McpServer.McpServer> =>
  Layer.suspend(() => {
    const libraries = {
      definitions: [LibraryDefinitions.search(), LibraryDefinitions.fetch()],
      wholeSchema: LibraryDefinitions.wholeSchema,
    }
    const listed = register(Toolkit.merge(served(), LibraryToolkit.toolkit()), libraries, conversation)
    if (sites.length === 0) return listed
    const definitions = LibraryDefinitions.aliases(sites).flatMap(({ fetch, search }) => [search, fetch])
    const aliases = { definitions, wholeSchema: DocsDefinitions.wholeSchema }
    const callable = McpServer.visibility(({ method }) => Effect.succeed(method !== "tools/list"))
    const unlisted = register(LibraryToolkit.aliases(sites), aliases, conversation)
    return Layer.merge(listed, Layer.provide(unlisted, callable.layer))
  })

/** The server's name, version and instructions. */
export const identity = { name: "porthole", version: VERSION, instructions: Wording.instructions, protocols } as const

/** Standard output carries the protocol, so logs go to standard error. */
const stdio = Layer.merge(McpStdio.layer, Layer.succeed(Logger.LogToStderr, true))

/**
 * The server over standard input and output. Logs go to standard error, because standard output carries the protocol.
 */
export const layerStdio: Layer.Layer<never, never, Handlers | Stdio> = McpServer.layerStdio({
  ...identity,
  registrations,
}).pipe(Layer.orDie, Layer.provide(stdio))

/** The same with the tools of documentation sites. */
export const layerStdioWith = (
  sites: ReadonlyArray<DocsToolkit.Options>,
): Layer.Layer<never, never, Handlers | DocsToolkit.Handlers | Stdio> =>
  McpServer.layerStdio({ ...identity, registrations: registrationsWith(sites) }).pipe(Layer.orDie, Layer.provide(stdio))

/** The same with the tools of indexed libraries. */
export const layerStdioWithLibraries = (
  sites: ReadonlyArray<DocsToolkit.Options> = [],
): Layer.Layer<never, never, Handlers | LibraryToolkit.Handlers | Stdio> =>
  McpServer.layerStdio({ ...identity, registrations: registrationsWithLibraries(sites) }).pipe(
    Layer.orDie,
    Layer.provide(stdio),
  )

// --- private --------------------------------------------------------------------------

/** The tools of documentation, and the schema with every parameter of one. */
interface Docs {
  readonly definitions: ReadonlyArray<Definitions.Definition>
  readonly wholeSchema: (name: string) => InputSchema.InputSchema
}

const noDocs: Docs = { definitions: [], wholeSchema: DocsDefinitions.wholeSchema }

/** Registers the listed tools together, so that a client's calls of any tool share one conversation. */
const register = <Tools extends Record<string, Tool.Any>>(
  kit: Toolkit.Toolkit<Tools>,
  docs: Docs = noDocs,
  conversation?: ConversationOf,
) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const server = yield* McpServer.McpServer
      const { mcp_image_bytes, mcp_structured: isStructured, tools } = yield* ToolSettings
      const asAdvertised = advertisedBy({ ...(yield* Settings.Settings), tools }, docs)
      // Made at the first call, because Node's crypto costs the start some milliseconds.
      const runId = yield* Effect.cached(Effect.sync(() => crypto.randomUUID()))
      const within = inConversation(conversation ?? ofClient(runId))
      const wrapped = McpServer.McpServer.of({
        ...server,
        addTool: (registration) => {
          const tool = asAdvertised(
            isStructured ? advertisingFailures(kit, registration.tool) : withoutOutput(registration.tool),
          )
          if (tool === undefined) return Effect.void
          return server.addTool({
            ...registration,
            tool,
            handle: (payload) =>
              within(McpTrace.underClientSpan(McpProgress.reported(server, registration.handle(payload)))).pipe(
                Effect.provideService(ToolCalls.MaxImageBytes, mcp_image_bytes),
                Effect.provideService(ToolCalls.ImageAdvice, Wording.imageAdvice(mcp_image_bytes !== undefined)),
                Effect.flatMap((result) => withModelText(result, payload, isStructured)),
              ),
          })
        },
      })
      yield* Effect.provideService(McpServer.registerToolkit(kit), McpServer.McpServer, wrapped)
    }),
  )

/** A client's number is unique only within one run of the server, hence the run's id before it. */
const ofClient = (
  runId: Effect.Effect<string>,
): Effect.Effect<Conversation.ConversationId, never, McpSchema.McpRequestContext> =>
  Effect.gen(function* () {
    const { clientId } = yield* McpSchema.McpRequestContext
    const { tenant } = yield* Conversation.Conversation
    return { id: `${yield* runId}/${clientId}`, tenant }
  })

const inConversation =
  <RC>(conversation: Effect.Effect<Conversation.ConversationId, never, RC>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | RC> =>
    Effect.provideServiceEffect(effect, Conversation.Conversation, conversation)

/**
 * Clients also check the `structuredContent` of a failure against the output schema, so the schema must admit the wire
 * error. Its root must be an object.
 */
const advertisingFailures = (kit: Toolkit.Any, tool: McpSchema.Tool): McpSchema.Tool => {
  const definition = Object.values(kit.tools).find(({ name }) => name === tool.name)
  return definition === undefined
    ? tool
    : new McpSchema.Tool({
        ...tool,
        outputSchema: {
          type: "object",
          ...InputSchema.inlined(Schema.Union([definition.successSchema, WebError.Wire])),
        },
      })
}

/** The tool with the parameters that the settings make and list, or nothing if they don't list it. */
const advertisedBy = (settings: Definitions.ListingSettings & Pick<ToolSettingsShape, "tools">, docs: Docs) => {
  const ofDocs = docs.definitions.flatMap((definition) =>
    Definitions.listed(definition, settings.tools, docs.wholeSchema(definition.name)),
  )
  const schemas = new Map(
    [...Definitions.definitionsFor(settings), ...ofDocs].map(({ inputSchema, name }) => [name, inputSchema]),
  )
  return (tool: McpSchema.Tool): McpSchema.Tool | undefined => {
    const inputSchema = schemas.get(tool.name)
    return inputSchema === undefined ? undefined : new McpSchema.Tool({ ...tool, inputSchema })
  }
}

const withoutOutput = (tool: McpSchema.Tool): McpSchema.Tool => new McpSchema.Tool(Struct.omit(tool, ["outputSchema"]))

/**
 * The result as a model reads it. The library, this function and the transport each read or write an answer in one
 * step, whose pages have at most 1,000,000 characters together; other work gets turns between these steps.
 */
const withModelText = Effect.fnUntraced(function* (
  result: McpSchema.CallToolResult | McpSchema.InputRequired,
  args: unknown,
  isStructured: boolean,
): Effect.fn.Return<McpSchema.CallToolResult | McpSchema.InputRequired> {
  if (!(result instanceof McpSchema.CallToolResult)) return result
  const [content] = result.content
  const json = content?.type === "text" ? content.text : ""
  const turn = json.length > TimeSlice.length ? TimeSlice.next : Effect.void
  yield* turn
  const answer = readAnswer(json)
  yield* turn
  return Option.match(answer, {
    onNone: () => imageResult(json, isStructured),
    onSome: (answer) => {
      const { isError, text } = ToolText.toModelResult(answer, args)
      return new McpSchema.CallToolResult({
        content: [{ type: "text", text }],
        ...(isError ? { isError } : {}),
        ...(isStructured ? { structuredContent: answer } : {}),
      })
    },
  })
})

/** Decodes the answer from the library's text, which is JSON. */
const readAnswer = Schema.decodeUnknownOption(Schema.fromJsonString(ToolText.ToolAnswer))

/** An image and its URL; any other text is a bug. As an object it has no bytes, which would double the answer. */
const imageResult = (json: string, isStructured: boolean): McpSchema.CallToolResult =>
  Option.match(readImage(json), {
    onNone: () => new McpSchema.CallToolResult({ isError: true, content: [{ type: "text", text: Wording.bug }] }),
    onSome: ({ bytes, media_type, url }) =>
      new McpSchema.CallToolResult({
        content: [
          { type: "text", text: `${Wording.image}\n\n${Fence.around(`URL: ${url}`)}` },
          { type: "image", data: bytes, mimeType: media_type },
        ],
        ...(isStructured ? { structuredContent: { url, media_type, bytes: "" } } : {}),
      }),
  })

const readImage = Schema.decodeUnknownOption(Schema.fromJsonString(Image.ImageJson))
