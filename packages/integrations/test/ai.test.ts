/** The tools in the loop of the AI SDK, called by its mock model. */
import { assert, describe, it } from "vitest"
import { generateText, isStepCount } from "ai"
import { toAiTools } from "../src/ai.ts"
import { adapterSuite, asked } from "./support/adapterSuite.ts"
import { scripted, seenBy } from "./support/mockModel.ts"
import { makeWeb } from "./support/web.ts"

adapterSuite("the AI SDK", async (web, call) => {
  const model = scripted(call)
  await generateText({
    model,
    tools: toAiTools(web, { strict: call.strict }),
    prompt: "When is high water?",
    stopWhen: isStepCount(2),
    abortSignal: call.signal,
  })
  return seenBy(model)
})

describe("a program with the AI SDK", () => {
  it("has the answers themselves, failures too, and no exception", async () => {
    await using web = makeWeb()
    const model = scripted(asked("web_fetch", { url: "http://10.0.0.1/" }))
    const { toolResults } = await generateText({ model, tools: toAiTools(web), prompt: "?" })
    const [result] = toolResults
    assert.deepStrictEqual<unknown>(result?.output, await web.webFetch({ url: "http://10.0.0.1/" }))
  })

  it("sets the SDK's own switch for the strict form", async () => {
    await using web = makeWeb()
    assert.isTrue(toAiTools(web, { strict: true })["web_fetch"]?.strict)
    assert.isUndefined(toAiTools(web)["web_fetch"]?.strict)
  })
})
