/** An agent of the AI SDK that searches and reads. */
import { toAiTools } from "@porthole/integrations/ai"
import { createWebTools, type PromiseTools } from "@porthole/tools"
import { generateText, isStepCount, type LanguageModel } from "ai"

/** Answers in at most ten steps and a minute. A failed call is a result that the model reads. */
export const answer = async (
  prompt: string,
  model: LanguageModel,
  web: PromiseTools,
  abortSignal = AbortSignal.timeout(60_000),
): Promise<string> => {
  const tools = toAiTools(web)
  const { text } = await generateText({ model, prompt, tools, stopWhen: isStepCount(10), abortSignal })
  return text
}

/** One conversation with everything of this machine; SEARXNG_URL names the search server. */
export const ask = async (question: string, model: LanguageModel): Promise<string> => {
  await using web = createWebTools()
  return await answer(question, model, web)
}
