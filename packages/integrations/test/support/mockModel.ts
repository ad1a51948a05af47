/** The AI SDK's mock model for the adapters' tests: it makes one call, and then answers with a text. */
import { MockLanguageModelV4 } from "ai/test"
import type { ToolCall, Seen } from "./adapterSuite.ts"

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

export const scripted = (
  { args, tool }: ToolCall,
  identity: { readonly provider?: string; readonly modelId?: string } = {},
): MockLanguageModelV4 =>
  new MockLanguageModelV4({
    ...identity,
    doGenerate: [
      {
        content: [{ type: "tool-call", toolCallId: "1", toolName: tool, input: JSON.stringify(args) }],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      },
      {
        content: [{ type: "text", text: "At six." }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      },
    ],
  })

/** The model's input of its first turn, and of its second. */
export const seenBy = ({ doGenerateCalls: [first, second] }: MockLanguageModelV4): Seen => {
  const message = second?.prompt.at(-1)
  const part = message?.role === "tool" ? message.content[0] : undefined
  const output = part?.type === "tool-result" ? part.output : undefined
  return {
    text: output !== undefined && "value" in output ? output.value : undefined,
    isError: output?.type === "error-text",
    advertised: (first?.tools ?? []).flatMap((tool) =>
      tool.type === "function"
        ? [{ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }]
        : [],
    ),
  }
}
