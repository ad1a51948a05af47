/** The loop of an agent of Mastra, with the AI SDK's mock model. */
import type { MockLanguageModelV4 } from "ai/test"
import type { PromiseTools } from "@porthole/tools"
import { Agent } from "@mastra/core/agent"
import { toMastraTools } from "../../../src/mastra.ts"
import type { Loop } from "../adapterSuite.ts"
import { scripted, seenBy } from "../mockModel.ts"

export const agentOf = (web: PromiseTools, model: MockLanguageModelV4, strict: boolean): Agent =>
  new Agent({
    id: "tides",
    name: "tides",
    instructions: "",
    // @ts-expect-error Mastra has its own copy of the type.
    model,
    tools: toMastraTools(web, { strict }),
  })

export const loop: Loop = async (web, call) => {
  const model = scripted(call)
  await agentOf(web, model, call.strict).generate("When is high water?", { abortSignal: call.signal })
  return seenBy(model)
}
