/** Tests the real browser against the contract of core's `Renderer`. */
import { afterAll, describe, it } from "@effect/vitest"
import { Layer, ManagedRuntime } from "effect"
import { RendererSuite } from "@porthole/testing"
import { BrowserRenderer } from "../src/index.ts"
import { isMissing } from "./support/browser.ts"

describe.skipIf(await isMissing())("a browser keeps the contract of Renderer", () => {
  // One browser serves all cases: a start takes longer than most of them.
  const browser = ManagedRuntime.make(BrowserRenderer.layer())
  afterAll(() => browser.dispose())
  const layer = Layer.effectContext(browser.contextEffect)
  for (const { name, run } of RendererSuite.cases({ layer })) it.live(name, () => run)
})
