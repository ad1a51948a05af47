/** An agent of LangChain that searches and reads. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models"
import { toLangChainTools } from "@porthole/integrations/langchain"
import { createWebTools, type PromiseTools } from "@porthole/tools"
import { createAgent } from "langchain"

/** Answers within a minute. The message of a failed call has the status `error`; the model reads it. */
export const answer = async (
  content: string,
  model: BaseChatModel,
  web: PromiseTools,
  signal = AbortSignal.timeout(60_000),
): Promise<string> => {
  const agent = createAgent({ model, tools: toLangChainTools(web) })
  const { messages } = await agent.invoke({ messages: [{ role: "user", content }] }, { signal })
  return messages.at(-1)?.text ?? ""
}

/** One conversation with everything of this machine; SEARXNG_URL names the search server. */
export const ask = async (question: string, model: BaseChatModel): Promise<string> => {
  await using web = createWebTools()
  return await answer(question, model, web)
}
