/** A loop of tool calls with OpenAI's SDK, the Responses API and the plain definitions in strict mode. */
import type OpenAI from "openai"
import { Definitions, type PromiseTools, toModelResult } from "@porthole/tools"

/** Answers in at most ten turns and a minute. This API has no mark for a failed call: its text begins with `Error: `. */
export const answer = async (
  question: string,
  client: OpenAI,
  model: string,
  web: PromiseTools,
  signal = AbortSignal.timeout(60_000),
): Promise<string> => {
  const tools = web.definitions.map(Definitions.toStrict).map(({ description, inputSchema, name, strict }) => {
    return { type: "function" as const, name, description, parameters: inputSchema, strict }
  })
  const resultOf = async (call: OpenAI.Responses.ResponseFunctionToolCall) => {
    const args: unknown = JSON.parse(call.arguments) // strict: the API rejects arguments of the wrong form
    const { text } = toModelResult(await web.call(call.name, args, { signal }), args)
    return { type: "function_call_output" as const, call_id: call.call_id, output: text }
  }
  let input: OpenAI.Responses.ResponseInput = [{ role: "user", content: question }]
  let previous_response_id: string | null = null
  for (let turn = 0; turn < 10; turn++) {
    const request = { model, tools, input, previous_response_id }
    const response: OpenAI.Responses.Response = await client.responses.create(request, { signal })
    const calls = response.output.filter((item) => item.type === "function_call")
    if (calls.length === 0) return response.output_text
    input = await Promise.all(calls.map(resultOf))
    previous_response_id = response.id
  }
  return "I couldn't find out."
}

// Run it with a client:
//
//   await using web = createWebTools()
//   console.log(await answer("When is high water?", new OpenAI(), "gpt-…", web))
