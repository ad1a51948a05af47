/** Tests the tools in an agent of Mastra, called by the AI SDK's mock model. */
import { toModelResult } from "@porthole/tools"
import { assert, describe, it } from "vitest"
import { adapterSuite, requested } from "./support/adapterSuite.ts"
import { agentOf, loop } from "./support/loops/mastra.ts"
import { scripted, seenBy } from "./support/mockModel.ts"
import { makeWeb } from "./support/web.ts"

adapterSuite("Mastra", loop)

describe("a program with Mastra", () => {
  it("has the answer itself beside the model's text", async () => {
    await using web = makeWeb()
    const url = "http://10.0.0.1/"
    const model = scripted(requested("web_fetch", { url }))
    const { toolResults } = await agentOf(web, model, false).generate("?")
    const answer = await web.webFetch({ url })
    assert.deepStrictEqual<unknown>(toolResults[0]?.payload.result, { ...toModelResult(answer, { url }), answer })
  })

  it.each([
    { provider: "openai.responses", modelId: "gpt-5" },
    { provider: "anthropic.messages", modelId: "claude-sonnet-4-5" },
    { provider: "google.generative-ai", modelId: "gemini-2.5-pro" },
  ])("whose model is of $provider has arguments read as leniently, and the definitions untouched", async (identity) => {
    await using web = makeWeb()
    const before = structuredClone(web.definitions)
    const model = scripted(requested("web_search", { query: "x", max_results: "9999", category: null }), identity)
    await agentOf(web, model, false).generate("?")
    assert.match(String(seenBy(model).text), /^max_results was out of its range: 100 was used\./m)
    assert.deepStrictEqual(web.definitions, before)
  })
})
