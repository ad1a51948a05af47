/** Tests the boundary over DNS-over-HTTPS, directly and through each real proxy: every row of each kind. */
import { assert, it } from "vitest"
import * as EgressTests from "./EgressTests.ts"
import { askable } from "./VectorRows.ts"

/** What refuses a vector knows nothing of proxies: a way through one shows that it stands before. */
const everyTwelfth = askable.filter((_, at) => at % 12 === 0)

for (const proxy of EgressTests.proxies)
  EgressTests.declare({
    proxy,
    vectors: proxy === undefined ? askable : everyTwelfth,
    rows: EgressTests.kinds.flat(),
  })

it("the corpus is whole", () => assert.isAbove(askable.length, 1_500))
