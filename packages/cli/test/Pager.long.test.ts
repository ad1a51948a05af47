import { assert, describe, it } from "vitest"
import { assertPlain, plain, short } from "./support/paging.ts"
import { isMissing, onTerminal } from "./support/terminal.ts"

// oxlint-disable-next-line no-control-regex -- colours are what is looked for
const escape = /\u001b\[\d+m/

describe.skipIf(isMissing())("on a terminal", () => {
  it.each(plain)("a long page is written without a pager with %s", assertPlain)

  it("has no colours under NO_COLOR, unless that is empty", async () => {
    assert.notMatch((await onTerminal(["extract", short], { env: { NO_COLOR: "1" } })).shown, escape)
    assert.match((await onTerminal(["extract", short], { env: { NO_COLOR: "" } })).shown, escape)
  })
})
