/** The Promise facade with a tool loop: no Effect, any model that can call tools. */
import { createWebTools, type PromiseTools } from "@porthole/tools"

/** The model's next turn: a tool call, or its answer. */
export type Turn = { readonly tool: string; readonly args: unknown } | { readonly answer: string }

/** Your model behind a function: the history in, the next turn out. */
export type Model = (history: ReadonlyArray<unknown>, tools: PromiseTools["definitions"]) => Promise<Turn>

/** Lets the model search and read until it answers, at most ten turns. */
export const run = async (
  question: string,
  model: Model,
  tools: PromiseTools,
  signal?: AbortSignal,
): Promise<string> => {
  const history: Array<unknown> = [{ question }]
  for (let turn = 0; turn < 10; turn++) {
    const next = await model(history, tools.definitions)
    if ("answer" in next) return next.answer
    // A failure is data: the model reads { error, reason?, message? }.
    history.push({ ...next, result: await tools.call(next.tool, next.args, { signal }) })
  }
  return "I couldn't find out."
}

/** One conversation with everything of this machine; SEARXNG_URL names the search server. */
export const ask = async (question: string, model: Model): Promise<string> => {
  await using tools = createWebTools({ maxLength: 8_000 })
  return await run(question, model, tools)
}
