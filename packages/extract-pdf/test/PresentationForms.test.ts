import { assert, describe, it } from "@effect/vitest"
import { folded } from "../src/layout/PresentationForms.ts"

describe("presentation forms", () => {
  it("are the letters of their words", () => {
    assert.strictEqual(folded("ﺍﻟﻤﻴﻨﺎﺀ ﻣﻔﺘﻮﺡ"), "الميناء مفتوح")
    assert.strictEqual(folded("ﻻ"), "لا")
    assert.strictEqual(folded("oﬃce of the ﬂoods"), "office of the floods")
  })

  it("leave other text as it is", () => assert.strictEqual(folded("½ of ① and ﷺ, x²"), "½ of ① and ﷺ, x²"))
})
