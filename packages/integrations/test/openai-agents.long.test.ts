/** Each word from the web is in a fence, for every text. */
import { fenceTests, texts } from "./support/adapterSuite.ts"
import { loop } from "./support/loops/openai-agents.ts"

fenceTests("the OpenAI Agents SDK", loop, texts)
