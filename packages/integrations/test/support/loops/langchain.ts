/** The loop of an agent of LangChain, with the fake model of its core. */
import { AIMessage, ToolMessage } from "@langchain/core/messages"
import { fakeModel } from "@langchain/core/testing"
import { convertToOpenAITool } from "@langchain/core/utils/function_calling"
import { createAgent } from "langchain"
import { toLangChainTools } from "../../../src/langchain.ts"
import type { Loop } from "../adapterSuite.ts"

export const loop: Loop = async (web, { args, signal, strict, tool }) => {
  const tools = toLangChainTools(web, { strict })
  const model = fakeModel()
    .respondWithTools([{ name: tool, args, id: "1" }])
    .respond(new AIMessage("At six."))
  await createAgent({ model, tools }).invoke(
    { messages: [{ role: "user", content: "When is high water?" }] },
    { signal },
  )
  const message = model.calls[1]?.messages.at(-1)
  return {
    text: message?.content,
    isError: ToolMessage.isInstance(message) && message.status === "error",
    advertised: tools.map((tool) => {
      const { description, name, parameters } = convertToOpenAITool(tool).function
      return { name, description, inputSchema: parameters }
    }),
  }
}
