/**
 * The examples of the SDKs, each run with a scripted model of that SDK: it searches, has an address refused, reads a
 * page and answers. The recipes show these files.
 */
import Anthropic from "@anthropic-ai/sdk"
import { AIMessage, ToolMessage } from "@langchain/core/messages"
import { fakeModel } from "@langchain/core/testing"
import { setTracingDisabled } from "@openai/agents"
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing"
import { Doubles } from "@porthole/testing"
import { createWebTools, type PromiseTools } from "@porthole/tools"
import { MockLanguageModelV4 } from "ai/test"
import { Effect } from "effect"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import OpenAI from "openai"
import { assert, describe, it } from "vitest"
import * as AiSdk from "../src/ai-sdk.ts"
import * as AnthropicLoop from "../src/anthropic-loop.ts"
import * as LangChainAgent from "../src/langchain-agent.ts"
import * as LangChainRetriever from "../src/langchain-retriever.ts"
import * as MastraAgent from "../src/mastra-agent.ts"
import * as OpenAiAgents from "../src/openai-agents.ts"
import * as OpenAiLoop from "../src/openai-loop.ts"

const folder = join(import.meta.dirname, "..")
const question = "When is high water?"

const calls = [
  { name: "web_search", args: { query: "high water" } },
  { name: "web_fetch", args: { url: "http://169.254.169.254/" } },
  { name: "web_fetch", args: { url: "https://tides.example/" } },
]

/** The texts of the calls that the model reads. */
const read = [
  /^Shown: 1 hit\.\n\n<untrusted.*\n1\. Tides — https:\/\/tides\.example\//,
  /^Error: blocked_url \//,
  /^Shown: all 18 characters\.\n[^]*\nTitle: Tides\n[^]*\nText:\nHigh water at six/,
]

const makeWeb = (): PromiseTools =>
  createWebTools({
    robots: "off",
    layers: Doubles.backend({
      search: () => Effect.succeed([{ title: "Tides", url: "https://tides.example/", snippet: "" }]),
      extract: ({ url }) =>
        Effect.succeed({ title: "Tides", url, content: "High water at six.", links: [], status_code: 200 }),
    }),
  })

const checkTexts = (texts: ReadonlyArray<unknown>): void => {
  assert.lengthOf(texts, read.length)
  for (const [at, text] of texts.entries()) assert.match(String(text), read[at]!)
}

/** The calls that are marked as failures. */
const marks = [false, true, false]

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

const aiModel = () =>
  new MockLanguageModelV4({
    doGenerate: [
      ...calls.map(({ args, name }, at) => ({
        content: [{ type: "tool-call" as const, toolCallId: String(at), toolName: name, input: JSON.stringify(args) }],
        finishReason: { unified: "tool-calls" as const, raw: undefined },
        usage,
        warnings: [],
      })),
      {
        content: [{ type: "text", text: "At six." }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      },
    ],
  })

const checkAiModel = ({ doGenerateCalls }: MockLanguageModelV4): void => {
  const outputs = (doGenerateCalls.at(-1)?.prompt ?? [])
    .flatMap((message) => (message.role === "tool" ? message.content : []))
    .flatMap((part) => (part.type === "tool-result" && "value" in part.output ? [part.output] : []))
  checkTexts(outputs.map(({ value }) => value))
  assert.deepStrictEqual(
    outputs.map(({ type }) => type === "error-text"),
    marks,
  )
}

/** A fetch that returns one body after the other, and the bodies that it received. */
const scriptedFetch = <Body>(answers: ReadonlyArray<object>) => {
  const sent: Array<Body> = []
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json(answers[sent.length - 1])
  }
  return { sent, fetch }
}

describe("the example of", () => {
  it("the AI SDK", async () => {
    await using web = makeWeb()
    const model = aiModel()
    assert.strictEqual(await AiSdk.answer(question, model, web), "At six.")
    checkAiModel(model)
  })

  it("Mastra", async () => {
    await using web = makeWeb()
    const model = aiModel()
    // @ts-expect-error Mastra has its own copy of the type.
    assert.strictEqual(await MastraAgent.answer(question, model, web), "At six.")
    checkAiModel(model)
  })

  it("LangChain", async () => {
    await using web = makeWeb()
    const model = fakeModel()
    for (const [id, call] of calls.entries()) model.respondWithTools([{ ...call, id: String(id) }])
    model.respond(new AIMessage("At six."))
    assert.strictEqual(await LangChainAgent.answer(question, model, web), "At six.")
    const messages = (model.calls.at(-1)?.messages ?? []).filter((message) => ToolMessage.isInstance(message))
    checkTexts(messages.map(({ content }) => content))
    assert.deepStrictEqual(
      messages.map(({ status }) => status === "error"),
      marks,
    )
  })

  it("LangChain's retriever", async () => {
    await using web = makeWeb()
    const model = fakeModel().respond(new AIMessage("At six."))
    assert.strictEqual(await LangChainRetriever.chainOf(model, web).invoke(question), "At six.")
    const [message] = model.calls[0]!.messages
    assert.match(message!.text, /https:\/\/tides\.example\/\nHigh water at six\.\n\nWhen is high water\?$/)
  })

  it("the OpenAI Agents SDK", async () => {
    setTracingDisabled(true)
    await using web = makeWeb()
    const model = new ScriptedModel([
      ...calls.map(({ args, name }, at) => [functionCall(name, args, { callId: String(at) })]),
      [assistantMessage("At six.")],
    ])
    assert.strictEqual(await OpenAiAgents.answer(question, model, web), "At six.")
    const input = model.lastCall?.request.input
    checkTexts(
      (Array.isArray(input) ? input : [])
        .flatMap((item) => (item.type === "function_call_result" ? [item.output] : []))
        .map((output) => (typeof output === "object" && "text" in output ? output.text : output)),
    )
  })

  it("OpenAI's SDK", async () => {
    await using web = makeWeb()
    interface Body {
      readonly input: ReadonlyArray<{ readonly output?: string }>
      readonly previous_response_id: string | null
      readonly tools: ReadonlyArray<{ readonly strict: boolean; readonly parameters: object }>
    }
    const { fetch, sent } = scriptedFetch<Body>([
      ...calls.map(({ args, name }, at) => ({
        id: `response-${at}`,
        object: "response",
        output: [{ type: "function_call", call_id: String(at), name, arguments: JSON.stringify(args) }],
      })),
      {
        object: "response",
        output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "At six." }] }],
      },
    ])
    const client = new OpenAI({ apiKey: "k", fetch })
    assert.strictEqual(await OpenAiLoop.answer(question, client, "a-model", web), "At six.")
    checkTexts(sent.slice(1).map(({ input }) => input[0]?.output))
    assert.deepStrictEqual(
      sent.map(({ previous_response_id }) => previous_response_id),
      [null, "response-0", "response-1", "response-2"],
    )
    assert.lengthOf(sent[0]!.tools, 3)
    for (const { parameters, strict } of sent[0]!.tools) {
      assert.isTrue(strict)
      assert.propertyVal(parameters, "additionalProperties", false)
    }
  })

  it("Anthropic's SDK", async () => {
    await using web = makeWeb()
    const { fetch, sent } = scriptedFetch<Anthropic.MessageCreateParams>([
      ...calls.map(({ args, name }, at) => ({
        type: "message",
        content: [{ type: "tool_use", id: String(at), name, input: args }],
      })),
      { type: "message", content: [{ type: "text", text: "At six." }] },
    ])
    const client = new Anthropic({ apiKey: "k", fetch })
    assert.strictEqual(await AnthropicLoop.answer(question, client, "a-model", web), "At six.")
    const results = sent
      .at(-1)!
      .messages.flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .filter((block) => block.type === "tool_result")
    checkTexts(results.map(({ content }) => content))
    assert.deepStrictEqual(
      results.map(({ is_error }) => is_error),
      marks,
    )
    assert.deepStrictEqual<unknown>(
      sent[0]!.tools,
      web.definitions.map(({ description, inputSchema, name }) => ({ name, description, input_schema: inputSchema })),
    )
  })
})

describe("a guide", () => {
  const guides = globSync("docs/{recipes,guides}/*.md", { cwd: join(folder, "..") })

  it.each(guides)("%s shows the examples as they are", (guide) => {
    const page = readFileSync(join(folder, "..", guide), "utf8")
    const shown = [...page.matchAll(/\]\(\.\.\/\.\.\/examples\/([\w./-]+\.ts)\); a test [^]*?```ts\n([^]*?)```/g)]
    if (guide.includes("recipes")) assert.isAbove(shown.length, 0)
    for (const [, file = "", code] of shown) {
      const source = readFileSync(join(folder, file), "utf8")
      assert.strictEqual(code, source, file)
      assert.isBelow(source.trimEnd().split("\n").length, 40, file)
    }
  })

  it("stands for each SDK", () => {
    assert.lengthOf(
      guides.filter((guide) => guide.includes("recipes")),
      6,
    )
  })
})
