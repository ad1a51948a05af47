/** The engines behind an instance that gave nothing, as attempts: an answer with rows may lack half of what was asked. */
import * as Predicate from "effect/Predicate"
import { type Attempt, UntrustedText } from "@porthole/core"

/** Most engines that are named. */
export const mostEngines = 20

/** Attempts of `unresponsive_engines`: usually `[engine, message]` each. The instance itself answered. */
export const attemptsOf = (entries: ReadonlyArray<unknown>): ReadonlyArray<Attempt.Attempt> => [
  { provider: "searxng", outcome: "answered" },
  ...entries.slice(0, mostEngines).map((entry): Attempt.Attempt => {
    const [engine, said] = Array.isArray(entry) ? entry : [entry]
    return { provider: `searxng:${nameOf(engine)}`, outcome: "failed", reason: reasonOf(said) }
  }),
]

// --- private --------------------------------------------------------------------------

const nameOf = (engine: unknown): string => {
  const name = Predicate.isString(engine) ? UntrustedText.clean(engine, 40).text : ""
  return name === "" ? "unknown" : name
}

/** Our words for those of SearXNG (`searx/exceptions.py`, `exception_classname_to_text` in `searx/webapp.py`). */
const reasonOf = (said: unknown): string => {
  const text = Predicate.isString(said) ? said.toLowerCase() : ""
  return reasons.find(([words]) => words.test(text))?.[1] ?? "failed"
}

const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/timeout/, "timeout"],
  [/captcha/, "challenged"],
  [/too many requests/, "rate_limited"],
  [/access denied|forbidden/, "unauthorized"],
  [/error|crash/, "unreachable"],
]
