/** An agent on Effect: any language model, the toolkit, and this machine's layers. */
import { LanguageModel, Prompt } from "effect/ai"
import { Effect } from "effect"
import { WebToolkit } from "@porthole/tools"

/** Answers a question in at most five rounds of tool calls. */
export const answer = Effect.fn("answer")(function* (question: string) {
  const toolkit = yield* WebToolkit.toolkit
  let prompt = Prompt.make(question)
  for (let round = 0; round < 5; round++) {
    const response = yield* LanguageModel.generateText({ prompt, toolkit })
    if (response.toolCalls.length === 0) return response.text
    prompt = Prompt.concat(prompt, Prompt.fromResponseParts(response.content))
  }
  return "I couldn't find out."
})

// Run it with your model's layer and the ready-made ones:
//
//   answer("When is high water?").pipe(
//     Effect.provide(WebTools.layerNode()),
//     Effect.provide(yourLanguageModel),
//     NodeRuntime.runMain,
//   )
