/**
 * The tools for the OpenAI Agents SDK: `new Agent({ name, tools: toOpenAiTools(web) })`.
 *
 * The model reads the text of an answer. A failure is thrown inside the SDK, so that the SDK marks the call's span as
 * failed; our `errorFunction` passes its text to the model. A call ends when the run's signal aborts.
 */
import { type Tool, tool } from "@openai/agents"
import { toModelResult } from "@porthole/tools"
import { advertised, type Options, type WebTools } from "./WebTools.ts"

/** The tools, in the best order for a model. The SDK doesn't check their arguments: the call does. */
export const toOpenAiTools = (web: WebTools, options: Options = {}): Array<Tool> =>
  advertised(web, options).map(({ description, inputSchema, name }) => {
    const common = {
      name,
      description,
      execute: (args: unknown, _: unknown, details?: { readonly signal?: AbortSignal }): Promise<string> =>
        web.call(name, args, { signal: details?.signal }).then((answer) => {
          const { isError, text } = toModelResult(answer, args)
          if (isError) throw new Error(text)
          return text
        }),
      errorFunction: (_: unknown, error: unknown): string => (error instanceof Error ? error.message : String(error)),
    }
    return options.strict === true
      ? tool({ ...common, strict: true, parameters: { ...inputSchema, additionalProperties: false } })
      : tool({ ...common, strict: false, parameters: { ...inputSchema, additionalProperties: true } })
  })
