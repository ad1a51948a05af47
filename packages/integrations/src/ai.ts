/**
 * The tools for the AI SDK: `generateText({ tools: toAiTools(web), … })`.
 *
 * A tool's output is the answer itself, for the program and its user interface; the model reads its text. A failure's
 * text is `error-text`, which providers mark as an error. A call ends when the SDK's signal aborts.
 */
import { jsonSchema, type Tool } from "ai"
import { isToolAnswer, type ToolAnswer, toModelResult, unknownText } from "@porthole/tools"
import { advertised, type Options, type WebTools } from "./WebTools.ts"

/** A tool of the AI SDK. It doesn't check its arguments: the call does, and its answer explains errors. */
export type AiTool = Tool<unknown, ToolAnswer>

/**
 * The tools by their names.
 *
 * ```ts
 * import { generateText, isStepCount, type LanguageModel } from "ai"
 * import { toAiTools } from "@porthole/integrations/ai"
 * import { createWebTools } from "@porthole/tools"
 *
 * const answer = async (model: LanguageModel, prompt: string) => {
 *   await using web = createWebTools()
 *   return await generateText({ model, prompt, tools: toAiTools(web), stopWhen: isStepCount(10) })
 * }
 * ```
 */
export const toAiTools = (web: WebTools, options: Options = {}): Record<string, AiTool> =>
  Object.fromEntries(
    advertised(web, options).map(({ description, inputSchema, name }): [string, AiTool] => [
      name,
      {
        description,
        inputSchema: jsonSchema(inputSchema),
        ...(options.strict === undefined ? {} : { strict: options.strict }),
        execute: (args, { abortSignal }) => web.call(name, args, { signal: abortSignal }),
        toModelOutput: ({ input, output }) => toModelOutput(output, input),
      },
    ]),
  )

// --- private --------------------------------------------------------------------------

/** Outputs may come from a stored conversation or from a browser, so they may be anything, such as an older page. */
const toModelOutput = (output: unknown, input: unknown): { type: "text" | "error-text"; value: string } => {
  if (!isToolAnswer(output)) {
    return { type: "text", value: unknownText(typeof output === "string" ? output : (JSON.stringify(output) ?? "")) }
  }
  const { isError, text } = toModelResult(output, input)
  return { type: isError ? "error-text" : "text", value: text }
}
