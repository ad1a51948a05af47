/** What a search backend answered, looked at before it is believed: a backend may be plain JavaScript. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Attempt } from "../domain/SearchResult.ts"
import * as WebError from "../domain/WebError.ts"
import type { SearchAnswer } from "../ports/WebBackend.ts"

/** What an answer fails with that is no list of hits, or has a bad row. */
export const badAnswer = WebError.make({
  error: "invalid_backend_response",
  message: "The search backend answered with something that is no list of hits.",
})

/** How many rows of an answer are looked at: twice what a call may ask for. What comes after them is as if it weren't there. */
export const maxRows = 200

/** Reads an answer, without looking into its rows. A bare array is the answer of `provider`. */
export const readAnswer = (answer: unknown, provider = "custom"): Effect.Effect<SearchAnswer, WebError.WebError> => {
  if (Array.isArray(answer)) return Effect.succeed({ provider, rows: answer.slice(0, maxRows) })
  if (!Predicate.isObject(answer)) return Effect.fail(badAnswer)
  const { provider: named, rows, ignored, attempts } = answer
  if (typeof named !== "string" || !Array.isArray(rows)) return Effect.fail(badAnswer)
  return Effect.succeed({
    provider: named,
    rows: rows.slice(0, maxRows),
    ...(Array.isArray(ignored) ? { ignored: ignored.filter(Predicate.isString) } : {}),
    ...(Array.isArray(attempts)
      ? { attempts: attempts.flatMap((attempt) => Option.toArray(decodeAttempt(attempt))) }
      : {}),
  })
}

// --- private --------------------------------------------------------------------------

const decodeAttempt = Schema.decodeUnknownOption(Attempt)
