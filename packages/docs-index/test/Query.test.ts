/** Tests how a question becomes an expression of FTS5. */
import { assert, describe, it } from "vitest"
import { matchOf } from "../src/Query.ts"

describe("a question as an expression", () => {
  it.each([
    ["how to retry with a schedule", '"retry" OR "schedule"'],
    ["retryOrElse", '"retry" OR "or" OR "else" OR "retryorelse"'],
    ["max_connections", '"max" OR "connections" OR "maxconnections"'],
    ["Effect.all", '"effect" OR "all"'],
    ["the and of", '"the" OR "and" OR "of"'],
    ["HTTPException", '"http" OR "exception" OR "httpexception"'],
    ["", ""],
    ['"*^():{}', ""],
    ["\0", ""],
  ])("%j is %s", (question, expression) => assert.strictEqual(matchOf(question), expression))

  it("has a bounded number of words", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(" ")
    assert.lengthOf(matchOf(many).split(" OR "), 32)
  })
})
