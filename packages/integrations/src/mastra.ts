/**
 * The tools for Mastra: `new Agent({ id, name, instructions, model, tools: toMastraTools(web) })`.
 *
 * A tool's output is the answer and its text for the model; a failure goes to the model as `error-text`, which
 * providers mark as an error. A call ends when the run's signal aborts.
 */
import { Tool } from "@mastra/core/tools"
import { type ModelResult, type ToolAnswer, toModelResult } from "@porthole/tools"
import { advertised, type Options, type WebTools } from "./WebTools.ts"

/** The output of a tool, for the program. */
export interface MastraOutput extends ModelResult {
  readonly answer: ToolAnswer
}

/** The tools by their names. */
export const toMastraTools = (web: WebTools, options: Options = {}): Record<string, Tool<unknown, MastraOutput>> =>
  Object.fromEntries(
    advertised(web, options).map(({ description, inputSchema, name }) => [
      name,
      new Tool<unknown, MastraOutput>({
        id: name,
        description,
        inputSchema: unchecked(inputSchema),
        ...(options.strict === undefined ? {} : { strict: options.strict }),
        execute: (args, { abortSignal }): Promise<MastraOutput> =>
          web.call(name, args, { signal: abortSignal }).then((answer) => ({ ...toModelResult(answer, args), answer })),
        toModelOutput: ({ isError, text }) => ({ type: isError ? "error-text" : "text", value: text }),
      }),
    ]),
  )

// --- private --------------------------------------------------------------------------

/** A Standard Schema that accepts any arguments: the call checks them, and its answer explains errors. */
const unchecked = (schema: Record<string, unknown>) => ({
  "~standard": {
    version: 1 as const,
    vendor: "porthole",
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
})
