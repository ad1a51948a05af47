/** What a search backend answers, and how that is looked at before it is believed: a backend may be plain JavaScript. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as WebError from "./WebError.ts"
import { Attempt } from "./WebError.ts"

/**
 * A backend's answer with who gave it. `rows` are `SearchRow`s. `ignored` names the query's fields that it
 * couldn't express; the kernel then sees to domains and dates itself, as far as the rows' dates are known.
 */
export interface SearchAnswer {
  readonly provider: string
  readonly rows: ReadonlyArray<unknown>
  readonly ignored?: ReadonlyArray<string>
  /** How many of the provider's rows the backend dropped, since they can't be hits. */
  readonly unusable?: number
  readonly attempts?: ReadonlyArray<Attempt>
}

/** What an answer fails with that is no list of hits, or has a bad row. */
export const bad = WebError.make({
  error: "invalid_backend_response",
  message: "The search backend answered with something that is no list of hits.",
})

/** How many rows of an answer are looked at: twice what a call may ask for. What comes after them is as if it weren't there. */
export const maxRows = 200

/** Reads an answer, without looking into its rows. A bare array is the answer of `provider`. */
export const read = (answer: unknown, provider = "custom"): Effect.Effect<SearchAnswer, WebError.WebError> => {
  if (Array.isArray(answer)) return Effect.succeed({ provider, rows: answer.slice(0, maxRows) })
  if (!Predicate.isObject(answer)) return Effect.fail(bad)
  const { provider: named, rows, ignored, attempts, unusable } = answer
  if (typeof named !== "string" || !Array.isArray(rows)) return Effect.fail(bad)
  return Effect.succeed({
    provider: named,
    rows: rows.slice(0, maxRows),
    ...(Array.isArray(ignored) ? { ignored: Array.from(new Set(ignored.filter(Predicate.isString))) } : {}),
    ...(typeof unusable === "number" && unusable > 0 ? { unusable } : {}),
    ...(Array.isArray(attempts)
      ? { attempts: attempts.flatMap((attempt) => Option.toArray(decodeAttempt(attempt))) }
      : {}),
  })
}

// --- private --------------------------------------------------------------------------

const decodeAttempt = Schema.decodeUnknownOption(Attempt)
