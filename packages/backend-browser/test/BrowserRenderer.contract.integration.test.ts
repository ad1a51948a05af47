/** Tests the real browser against the contract of core's `Renderer`. clock: real, since a browser's is. */
import { afterAll, describe, it } from "@effect/vitest"
import { Layer, ManagedRuntime } from "effect"
import { RendererSuite } from "@porthole/testing"
import { isMissing, patient } from "./support/browser.ts"

/** Pages that hang may end their browser, which then renders those beside them a second time. */
const isAlone = ({ name }: { readonly name: string }): boolean => /deadline|hung|leaves|100 parts/.test(name)

describe.skipIf(await isMissing())("a browser keeps the contract of Renderer", () => {
  // One browser serves all cases: a start takes longer than most of them.
  const browser = ManagedRuntime.make(patient)
  afterAll(() => browser.dispose())
  const cases = RendererSuite.cases({ layer: Layer.effectContext(browser.contextEffect) })
  describe("beside each other:", { concurrent: true }, () => {
    for (const { name, run } of cases.filter((each) => !isAlone(each))) it.live(name, () => run)
  })
  describe("alone:", () => {
    for (const { name, run } of cases.filter(isAlone)) it.live(name, () => run)
  })
})
