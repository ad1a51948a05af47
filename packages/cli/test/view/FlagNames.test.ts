import { assert, it } from "vitest"
import { inFlags } from "../../src/view/FlagNames.ts"

it.each([
  ["start_date: expected a day such as 2026-03-31.", "--start-date: expected a day such as 2026-03-31."],
  [
    "start_date: expected a day that isn't after end_date.",
    "--start-date: expected a day that isn't after --end-date.",
  ],
  ["max_age was out of its range: 0 was used.", "--max-age was out of its range: 0 was used."],
  ["freshness_days was out of its range: 1 was used.", "--freshness-days was out of its range: 1 was used."],
  [
    "The page has 9 characters and 0 places with the text of find.",
    "The page has 9 characters and 0 places with the text of --find.",
  ],
  ["section was ignored, because find says what to read.", "--section was ignored, because --find says what to read."],
  ["query was ignored, because find says what to read.", "--query was ignored, because --find says what to read."],
])("%s", (sentence, expected) => {
  assert.strictEqual(inFlags(sentence), expected)
})
