import { describe, it } from "vitest"
import { assertPlain, plain } from "./support/paging.ts"
import { isMissing } from "./support/terminal.ts"

describe.skipIf(isMissing())("on a terminal", () => {
  it.each(plain)("a long page is written without a pager with %s", assertPlain)
})
