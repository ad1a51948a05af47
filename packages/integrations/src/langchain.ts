/**
 * The tools for LangChain: `createAgent({ model, tools: toLangChainTools(web) })`; and a retriever for chains without
 * tools.
 *
 * A call's message contains the text for the model, with the answer itself as its artifact; a failure's message has the
 * status `error`. Calls and searches end when the run's signal aborts.
 */
import { ToolMessage } from "@langchain/core/messages"
import { DynamicStructuredTool, type StructuredTool, type ToolRunnableConfig } from "@langchain/core/tools"
import { type Definitions, type ToolAnswer, toModelResult } from "@porthole/tools"
import { advertised, type Options, type WebTools } from "./WebTools.ts"

export { WebRetriever, type WebRetrieverOptions } from "./WebRetriever.ts"

/** The tools, in the best order for a model. */
export const toLangChainTools = (web: WebTools, options: Options = {}): Array<StructuredTool> =>
  advertised(web, options).map((definition) => toTool(web, definition))

// --- private --------------------------------------------------------------------------

/** The content of a call's message, or the message itself; and the message's artifact. */
type Output = [content: string | ToolMessage, artifact: ToolAnswer]

/**
 * LangChain checks arguments against a tool's schema and throws where a call would clamp or explain. So the running
 * tool accepts any object, and only its advertised copy has the schema.
 */
const toTool = (web: WebTools, { description, inputSchema, name }: Definitions.Definition): StructuredTool => {
  const tool = new DynamicStructuredTool({
    name,
    description,
    schema: { type: "object" },
    responseFormat: "content_and_artifact",
    func: (args, _, config?: ToolRunnableConfig): Promise<Output> =>
      web.call(name, args, { signal: config?.signal }).then((answer) => {
        const { isError, text } = toModelResult(answer, args)
        const id = config?.toolCall?.id
        return isError && id !== undefined
          ? [new ToolMessage({ status: "error", content: text, artifact: answer, tool_call_id: id, name }), answer]
          : [text, answer]
      }),
  })
  return Object.create(tool, {
    schema: { value: inputSchema, enumerable: true },
    invoke: { value: tool.invoke.bind(tool) },
  })
}
