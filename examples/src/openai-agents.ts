/** An agent of the OpenAI Agents SDK that searches and reads. */
import { Agent, type Model, run } from "@openai/agents"
import { toOpenAiTools } from "@porthole/integrations/openai-agents"
import { createWebTools, type PromiseTools } from "@porthole/tools"

/** Answers in at most ten turns and a minute. The span of a failed call is marked; the model reads its text. */
export const answer = async (
  question: string,
  model: string | Model,
  web: PromiseTools,
  signal = AbortSignal.timeout(60_000),
): Promise<string> => {
  const agent = new Agent({ name: "reader", model, tools: toOpenAiTools(web, { strict: true }) })
  const { finalOutput } = await run(agent, question, { maxTurns: 10, signal })
  return finalOutput ?? ""
}

/** One conversation with everything of this machine; SEARXNG_URL names the search server. */
export const ask = async (question: string, model: string): Promise<string> => {
  await using web = createWebTools()
  return await answer(question, model, web)
}
