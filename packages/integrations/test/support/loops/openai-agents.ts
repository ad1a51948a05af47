/** The loop of the OpenAI Agents SDK, with its scripted model. */
import { Agent, run, setTraceProcessors, setTracingDisabled } from "@openai/agents"
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing"
import { toOpenAiTools } from "../../../src/openai-agents.ts"
import type { Loop } from "../adapterSuite.ts"

let failures = 0
const nothing = () => Promise.resolve()
// Traces stay here instead of going to OpenAI.
setTraceProcessors([
  {
    onTraceStart: nothing,
    onTraceEnd: nothing,
    onSpanStart: nothing,
    onSpanEnd: (span) => {
      if (span.spanData.type === "function" && span.error !== null) failures++
      return Promise.resolve()
    },
    shutdown: nothing,
    forceFlush: nothing,
  },
])
setTracingDisabled(false)

export const loop: Loop = async (web, { args, signal, strict, tool }) => {
  const model = new ScriptedModel([[functionCall(tool, args, { callId: "1" })], [assistantMessage("At six.")]])
  const agent = new Agent({ name: "tides", model, tools: toOpenAiTools(web, { strict }) })
  failures = 0
  await run(agent, "When is high water?", { signal })
  const [first, second] = model.calls
  const item = Array.isArray(second?.request.input) ? second.request.input.at(-1) : undefined
  const output = item?.type === "function_call_result" ? item.output : undefined
  return {
    text: typeof output === "object" && "text" in output ? output.text : output,
    isError: failures > 0,
    advertised: (first?.request.tools ?? []).flatMap((tool) =>
      tool.type === "function"
        ? [{ name: tool.name, description: tool.description, inputSchema: tool.parameters }]
        : [],
    ),
  }
}
