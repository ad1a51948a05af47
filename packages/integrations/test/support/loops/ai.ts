/** The loop of the AI SDK, with its mock model. */
import { generateText, isStepCount } from "ai"
import { toAiTools } from "../../../src/ai.ts"
import type { Loop } from "../adapterSuite.ts"
import { scripted, seenBy } from "../mockModel.ts"

export const loop: Loop = async (web, call) => {
  const model = scripted(call)
  await generateText({
    model,
    tools: toAiTools(web, { strict: call.strict }),
    prompt: "When is high water?",
    stopWhen: isStepCount(2),
    abortSignal: call.signal,
  })
  return seenBy(model)
}
