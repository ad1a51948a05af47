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
  ])("%j is %s", (question, expression) => assert.strictEqual(matchOf(question).words, expression))

  it.each([
    ["how to retry with a schedule twice", '"retry schedule" OR "schedule twice"'],
    ["retry", ""],
    ["", ""],
  ])("%j has the pairs %s", (question, pairs) => assert.strictEqual(matchOf(question).pairs, pairs))

  it("has a bounded number of words", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(" ")
    assert.lengthOf(matchOf(many).words.split(" OR "), 32)
    assert.lengthOf(matchOf(many).pairs.split(" OR "), 31)
  })
})
