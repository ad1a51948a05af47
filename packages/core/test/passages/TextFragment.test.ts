import { assert, describe, it } from "@effect/vitest"
import * as TextFragment from "../../src/passages/TextFragment.ts"

describe("a link to a text", () => {
  it.each([
    ["https://a.test/", "a well-known, R&D", "https://a.test/#:~:text=a%20well%2Dknown%2C%20R%26D"],
    ["https://a.test/#part", "words", "https://a.test/#part:~:text=words"],
    ["https://a.test/#:~:text=old", "words", "https://a.test/#:~:text=words"],
    ["https://a.test/", "the [ferry *now*](https://b.test/x)", "https://a.test/#:~:text=the%20ferry%20now"],
    ["https://a.test/", "one two\n\n- three four", "https://a.test/#:~:text=one%20two,three%20four"],
    [
      "https://a.test/",
      `${"many ".repeat(90)}words`,
      "https://a.test/#:~:text=many%20many%20many%20many%20many%20many,many%20many%20many%20many%20many%20words",
    ],
    ["https://a.test/", "half \ud83d", "https://a.test/#:~:text=half%20%EF%BF%BD"],
  ])("of %s for %j", (url, markdown, link) => assert.strictEqual(TextFragment.link(url, markdown), link))
})
