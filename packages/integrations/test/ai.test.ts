/** Tests the tools in the loop of the AI SDK, called by its mock model. */
import { assert, describe, it } from "vitest"
import { isToolAnswer, toModelResult, unknownText } from "@porthole/tools"
import { convertToModelMessages, generateText } from "ai"
import { toAiTools } from "../src/ai.ts"
import { adapterSuite, requested } from "./support/adapterSuite.ts"
import { loop } from "./support/loops/ai.ts"
import { scripted } from "./support/mockModel.ts"
import { makeWeb } from "./support/web.ts"

adapterSuite("the AI SDK", loop)

describe("a program with the AI SDK", () => {
  it("has the answers themselves, failures too, and no exception", async () => {
    await using web = makeWeb()
    const model = scripted(requested("web_fetch", { url: "http://10.0.0.1/" }))
    const { toolResults } = await generateText({ model, tools: toAiTools(web), prompt: "?" })
    const [result] = toolResults
    assert.isTrue(isToolAnswer(result?.output) && "error" in result.output)
    assert.deepStrictEqual<unknown>(result?.output, await web.webFetch({ url: "http://10.0.0.1/" }))
  })

  it("returns a stored conversation's outputs to the model, from any of the tools", async () => {
    await using web = makeWeb()
    const answer = await web.webFetch({ url: "http://10.0.0.1/" })
    const outputs = [answer, "a text of another tool", { pages: "none" }, null]
    const parts = outputs.map((output, at) => ({
      type: "tool-web_fetch" as const,
      toolCallId: String(at),
      state: "output-available" as const,
      input: { url: "http://10.0.0.1/" },
      output,
    }))
    const messages = await convertToModelMessages([{ role: "assistant", parts }], { tools: toAiTools(web) })
    const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []))
    assert.deepStrictEqual(
      results.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])),
      [
        { type: "error-text", value: toModelResult(answer, {}).text },
        { type: "text", value: unknownText("a text of another tool") },
        { type: "text", value: unknownText('{"pages":"none"}') },
        { type: "text", value: unknownText("null") },
      ],
    )
  })

  it("sets the SDK's own switch for the strict form", async () => {
    await using web = makeWeb()
    assert.isTrue(toAiTools(web, { strict: true })["web_fetch"]?.strict)
    assert.isUndefined(toAiTools(web)["web_fetch"]?.strict)
  })
})
