/** Answers from one page with quotes, and checks each quote: it lists those that the page doesn't contain. */
import { LanguageModel } from "effect/ai"
import { Effect, Schema } from "effect"
import { Quote, webFetch } from "@porthole/core"
import { toText } from "@porthole/tools"

const Cited = Schema.Struct({ answer: Schema.String, quotes: Schema.Array(Schema.String) })

/** An answer, its quotes as the page has them, and the quotes that the page doesn't contain. */
export const answer = Effect.fn("answer")(function* (question: string, url: string) {
  const passages = yield* webFetch({ url, query: question, max_length: 4_000 })
  const { value } = yield* LanguageModel.generateObject({
    prompt: `${question}\n\nAnswer from this page, and quote it word for word.\n\n${toText(passages)}`,
    schema: Cited,
  })
  const { content_md: text = "" } = yield* webFetch({ url, max_length: 1_000_000 })
  const places = yield* Effect.forEach(value.quotes, (quote) =>
    Effect.map(Quote.find(text, quote), (place) => ({ quote, place })),
  )
  return {
    answer: value.answer,
    quotes: places.flatMap(({ place }) => (place === undefined ? [] : [text.slice(place.start, place.end)])),
    invented: places.flatMap(({ place, quote }) => (place === undefined ? [quote] : [])),
  }
})

// Run it with your model's layer and the ready-made ones:
//
//   answer("When is high water?", "https://tides.example/").pipe(
//     Effect.provide(WebTools.layerNode()),
//     Effect.provide(yourLanguageModel),
//     NodeRuntime.runMain,
//   )
