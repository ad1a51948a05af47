import { assert, describe, it } from "@effect/vitest"
import type { DateWindow } from "@porthole/core"
import { datesInWords, rangeCovering } from "../../src/provider/When.ts"

const now = Date.UTC(2026, 2, 31, 23, 59)

describe("in words", () => {
  it.each([
    [{}, undefined],
    [{ to: "2026-03-30" }, undefined],
    [{ from: "2026-03-31" }, "day"],
    [{ from: "2026-03-30" }, "day"],
    [{ from: "2026-03-29" }, "week"],
    [{ from: "2026-03-24" }, "week"],
    [{ from: "2026-03-23" }, "month"],
    [{ from: "2026-02-28" }, "month"],
    [{ from: "2026-02-27" }, "year"],
    [{ from: "2025-03-31" }, "year"],
    [{ from: "2025-03-30" }, undefined],
    [{ from: "2026-03-25", to: "2026-03-26" }, "week"],
    [{ from: "2027-01-01" }, "day"],
  ] as const)("%j is covered by %s", (window, range) => {
    assert.strictEqual(rangeCovering(window, now), range)
  })

  it.each([
    [{}, { range: undefined, ignored: [] }],
    [{ time_range: "month" }, { range: "month", ignored: [] }],
    [{ freshness_days: 7 }, { range: "week", ignored: [] }],
    [{ freshness_days: 8 }, { range: "month", ignored: ["freshness_days"] }],
    [{ freshness_days: 366 }, { range: undefined, ignored: ["freshness_days"] }],
    [{ start_date: "2026-03-24" }, { range: "week", ignored: ["start_date"] }],
    [{ start_date: "2000-01-01" }, { range: undefined, ignored: ["start_date"] }],
    [{ end_date: "2026-03-24" }, { range: undefined, ignored: ["end_date"] }],
    [
      { time_range: "month", freshness_days: 3 },
      { range: "week", ignored: ["freshness_days"] },
    ],
    [
      { time_range: "day", freshness_days: 3 },
      { range: "day", ignored: ["freshness_days"] },
    ],
    [
      { time_range: "year", start_date: "2026-03-30", end_date: "2026-03-31" },
      { range: "day", ignored: ["start_date", "end_date"] },
    ],
  ] satisfies ReadonlyArray<readonly [DateWindow.Dates, ReturnType<typeof datesInWords>]>)(
    "%j is %j",
    (dates, words) => {
      assert.deepStrictEqual(datesInWords(dates, now), words)
    },
  )
})
