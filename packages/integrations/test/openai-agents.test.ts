/** Tests the tools in the loop of the OpenAI Agents SDK, called by its scripted model. */
import { adapterSuite } from "./support/adapterSuite.ts"
import { loop } from "./support/loops/openai-agents.ts"

adapterSuite("the OpenAI Agents SDK", loop)
