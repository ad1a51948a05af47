import { assert, describe, it } from "@effect/vitest"
import { DateWindow, type WebError } from "@porthole/core"
import { Result } from "effect"
import * as fc from "fast-check"

const now = Date.UTC(2026, 2, 31, 23, 59)

const read = (dates: DateWindow.Dates): DateWindow.DateWindow | WebError.ErrorReason | undefined =>
  Result.match(DateWindow.readWindow(dates, now), { onSuccess: (window) => window, onFailure: ({ reason }) => reason })

describe("the window", () => {
  it.each([
    [{}, {}],
    [{ time_range: "day" }, { from: "2026-03-30" }],
    [{ time_range: "week" }, { from: "2026-03-24" }],
    [{ time_range: "month" }, { from: "2026-02-28" }],
    [{ time_range: "year" }, { from: "2025-03-31" }],
    [{ freshness_days: 1 }, { from: "2026-03-30" }],
    [{ freshness_days: 31 }, { from: "2026-02-28" }],
    [{ freshness_days: 3_650 }, { from: "2016-04-02" }],
    [{ start_date: "2026-01-02" }, { from: "2026-01-02" }],
    [{ end_date: "2026-01-02" }, { to: "2026-01-02" }],
    [
      { start_date: "2026-01-02", end_date: "2026-01-02" },
      { from: "2026-01-02", to: "2026-01-02" },
    ],
    [{ time_range: "month", freshness_days: 3 }, { from: "2026-03-28" }],
    [{ time_range: "day", freshness_days: 3 }, { from: "2026-03-30" }],
    [
      { time_range: "month", start_date: "2026-03-01", end_date: "2026-03-02" },
      { from: "2026-03-01", to: "2026-03-02" },
    ],
    [{ freshness_days: 5, start_date: "2026-03-01" }, { from: "2026-03-26" }],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "start_date"],
    [{ time_range: "day", start_date: "2026-03-02", end_date: "2026-03-01" }, "start_date"],
    [{ time_range: "day", end_date: "2026-03-29" }, "end_date"],
    [{ freshness_days: 7, start_date: "2026-01-01", end_date: "2026-03-23" }, "end_date"],
    [
      { freshness_days: 7, end_date: "2026-03-24" },
      { from: "2026-03-24", to: "2026-03-24" },
    ],
  ] satisfies ReadonlyArray<readonly [DateWindow.Dates, DateWindow.DateWindow | string]>)(
    "of %j is %j",
    (dates, window) => {
      assert.deepStrictEqual(read(dates), window)
    },
  )

  it("is of days in UTC", () => {
    const just = { freshness_days: 1 } as const
    assert.deepStrictEqual(DateWindow.windowOf(just, Date.UTC(2026, 2, 1)), { from: "2026-02-28" })
    assert.deepStrictEqual(DateWindow.windowOf(just, Date.UTC(2026, 2, 1) - 1), { from: "2026-02-27" })
  })

  it.each([
    ["2026-03-01T00:00:00.000Z", true],
    ["2026-03-02T23:59:59.999Z", true],
    ["2026-02-28T23:59:59.999Z", false],
    ["2026-03-03T00:00:00.000Z", false],
  ])("holds both of its days, and no other: %s, %s", (time, isWithin) => {
    assert.strictEqual(DateWindow.isInWindow({ from: "2026-03-01", to: "2026-03-02" }, time), isWithin)
    assert.isTrue(DateWindow.isInWindow({}, time))
  })

  it("of several dates is the intersection of their windows", () => {
    const day = fc.integer({ min: -400, max: 10 }).map((at) => new Date(now + at * 86_400_000).toISOString())
    const dates = fc.record(
      {
        time_range: fc.constantFrom("day" as const, "week" as const, "month" as const, "year" as const),
        freshness_days: fc.integer({ min: 1, max: 400 }),
        start_date: day.map((time) => time.slice(0, 10)),
        end_date: day.map((time) => time.slice(0, 10)),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(dates, day, (input, time) => {
        const alone = DateWindow.dateFields.map((field) =>
          DateWindow.windowOf(DateWindow.datesAmong(input, [field]), now),
        )
        assert.strictEqual(
          DateWindow.isInWindow(DateWindow.windowOf(input, now), time),
          alone.every((window) => DateWindow.isInWindow(window, time)),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})
