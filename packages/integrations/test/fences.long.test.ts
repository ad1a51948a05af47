/** Each word from the web is in a fence, in the loop of every SDK, for every text. */
import { fenceTests, texts } from "./support/adapterSuite.ts"
import * as Ai from "./support/loops/ai.ts"
import * as LangChain from "./support/loops/langchain.ts"
import * as Mastra from "./support/loops/mastra.ts"
import * as OpenAiAgents from "./support/loops/openai-agents.ts"

fenceTests("the AI SDK", Ai.loop, texts)
fenceTests("LangChain", LangChain.loop, texts)
fenceTests("Mastra", Mastra.loop, texts)
fenceTests("the OpenAI Agents SDK", OpenAiAgents.loop, texts)
