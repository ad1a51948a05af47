/** Tests the boundary over DNS-over-HTTPS, directly and through each real proxy: a sample of the rows of each kind. */
import { sampleOf } from "../../../test/tiers/Sample.ts"
import * as EgressTests from "./EgressTests.ts"
import { askable } from "./VectorRows.ts"

for (const proxy of EgressTests.proxies) {
  const count = proxy === undefined ? 5 : 2
  EgressTests.declare({
    proxy,
    vectors: sampleOf(askable, 10 * count),
    // A server that never answers takes its whole time; the resolver's own tests have it.
    rows: EgressTests.kinds.flatMap((rows) =>
      sampleOf(
        rows.filter(([url]) => url !== "http://silent.test/"),
        count,
      ),
    ),
  })
}
