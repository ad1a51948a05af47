/** An agent of Mastra that searches and reads. */
import { Agent, type AgentConfig } from "@mastra/core/agent"
import { toMastraTools } from "@porthole/integrations/mastra"
import { createWebTools, type PromiseTools } from "@porthole/tools"

const instructions = "Answer from pages that you read, and name them."

/** Answers in at most ten steps and a minute. A failed call is a result that the model reads. */
export const answer = async (
  question: string,
  model: AgentConfig["model"],
  web: PromiseTools,
  abortSignal = AbortSignal.timeout(60_000),
): Promise<string> => {
  const agent = new Agent({ id: "reader", name: "reader", instructions, model, tools: toMastraTools(web) })
  const { text } = await agent.generate(question, { maxSteps: 10, abortSignal })
  return text
}

/** One conversation with everything of this machine; SEARXNG_URL names the search server. */
export const ask = async (question: string, model: AgentConfig["model"]): Promise<string> => {
  await using web = createWebTools()
  return await answer(question, model, web)
}
