import { assert, describe, it } from "vitest"
import { isEnglish } from "../../src/passages/Language.ts"

describe("a question about a page", () => {
  const english = "The ferry leaves the harbour at noon, and it takes two hours to cross. ".repeat(4)
  const german = "Die Fähre verlässt den Hafen am Mittag und braucht zwei Stunden für die Überfahrt. ".repeat(4)

  it("is in English if both are", () => {
    assert.isTrue(isEnglish(english, "How long does the crossing take?"))
    assert.isTrue(isEnglish(english, "crossing duration"))
  })

  it("isn't in English if one isn't", () => {
    assert.isFalse(isEnglish(german, "How long does the crossing take?"))
    assert.isFalse(isEnglish(english, "Wie lange dauert die Überfahrt?"))
    assert.isFalse(isEnglish("", ""))
  })
})
