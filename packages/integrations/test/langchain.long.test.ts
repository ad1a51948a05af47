/** Each word from the web is in a fence, for every text. */
import { fenceTests, texts } from "./support/adapterSuite.ts"
import { loop } from "./support/loops/langchain.ts"

fenceTests("LangChain", loop, texts)
