/** A loop of tool calls with Anthropic's SDK and the plain definitions. */
import type Anthropic from "@anthropic-ai/sdk"
import { type PromiseTools, toModelResult } from "@porthole/tools"

/** Answers in at most ten turns and a minute. `is_error` marks a failed call; the model reads its text. */
export const answer = async (
  question: string,
  client: Anthropic,
  model: string,
  web: PromiseTools,
  signal = AbortSignal.timeout(60_000),
): Promise<string> => {
  const tools = web.definitions.map(({ description, inputSchema, name }) => ({
    name,
    description,
    input_schema: inputSchema,
  }))
  const resultOf = async ({ id, input, name }: Anthropic.ToolUseBlock): Promise<Anthropic.ToolResultBlockParam> => {
    const { isError, text } = toModelResult(await web.call(name, input, { signal }), input)
    return { type: "tool_result", tool_use_id: id, content: text, is_error: isError }
  }
  const messages: Array<Anthropic.MessageParam> = [{ role: "user", content: question }]
  for (let turn = 0; turn < 10; turn++) {
    const request = { model, max_tokens: 4_096, tools, messages }
    const { content } = await client.messages.create(request, { signal })
    const calls = content.filter((block) => block.type === "tool_use")
    if (calls.length === 0) return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("")
    messages.push({ role: "assistant", content }, { role: "user", content: await Promise.all(calls.map(resultOf)) })
  }
  return "I couldn't find out."
}

// Run it with a client:
//
//   await using web = createWebTools()
//   console.log(await answer("When is high water?", new Anthropic(), "claude-…", web))
