/**
 * Answers from a product's own documentation: the model has `docs_search` and `docs_fetch`, and can't leave the site.
 */
import { LanguageModel, Prompt } from "effect/ai"
import { Effect } from "effect"
import { DocsSite } from "@porthole/tools"

/** Its pages are `{baseUrl}/{slug}`; without `slugToUrl` they would be `{baseUrl}/{slug}.html`. */
const site = {
  name: "tides",
  baseUrl: "https://tides.porthole.test/",
  slugToUrl: (slug: string) => `https://tides.porthole.test/${slug}`,
}

/** The handlers of its tools, over any backend that is provided. */
export const layer = DocsSite.layer(site)

/** Answers a question in at most five rounds of tool calls. */
export const answer = Effect.fn("answer")(function* (question: string) {
  const toolkit = yield* DocsSite.toolkit(site)
  let prompt = Prompt.make(question)
  for (let round = 0; round < 5; round++) {
    const response = yield* LanguageModel.generateText({ prompt, toolkit })
    if (response.toolCalls.length === 0) return response.text
    prompt = Prompt.concat(prompt, Prompt.fromResponseParts(response.content))
  }
  return "The documentation doesn't say."
})

// Run it with your model's layer and the backend of this machine:
//
//   answer("When is high water?").pipe(
//     Effect.provide(layer.pipe(Layer.provide(WebTools.layerNode()))),
//     Effect.provide(yourLanguageModel),
//     NodeRuntime.runMain,
//   )
