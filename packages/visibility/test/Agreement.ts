/** The reader agrees with a browser about hidden text, except where `cases.ndjson` says that it is known to disagree. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../../extract/test/support.ts"
import { type HiddenCase, isKept, pageOf, sentenceOf } from "./HiddenCases.ts"

const url = "https://site.test/walk"
const isRead = (one: HiddenCase): boolean => isKept(one, readHtml(pageOf(one, sentenceOf(one.name)), { url }).content)
const namesOf = (cases: ReadonlyArray<HiddenCase>): ReadonlyArray<string> => cases.map(({ name }) => name)

/** Declares a test for each family of cases. */
export const agreementTests = (cases: ReadonlyArray<HiddenCase>) =>
  describe("the reader keeps a sentence if and only if a browser shows it:", () => {
    const families = Map.groupBy(cases, ({ name }) => name.split(":", 1)[0] ?? "")

    it.each([...families])("%s", (_, cases) => {
      const missed = cases.filter((one) => isRead(one) !== one.isSeen && one.isMissed !== true)
      assert.deepStrictEqual(namesOf(missed), [])
    })
  })
