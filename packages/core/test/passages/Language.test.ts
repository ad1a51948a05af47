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

  it.each([
    [
      "Hungarian",
      "A komp délben indul a kikötőből, és két óra alatt ér át a szigetre. Ez is a régi hajó, be van festve.",
    ],
    [
      "Irish",
      "Fágann an bád farantóireachta an cuan ag meán lae, agus is é a bhíonn ann go dtí an tráthnóna. Is fada a bhí sí ar an oileán.",
    ],
  ])("isn't in English if the page is in %s, whose short words are English ones", (_, page) => {
    assert.isFalse(isEnglish(page.repeat(4), "crossing duration"))
  })
})
