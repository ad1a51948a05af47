/** Tests the real browser against the contract of core's `Renderer`. */
import { describe, it } from "@effect/vitest"
import { RendererSuite } from "@porthole/testing"
import { BrowserRenderer } from "../src/index.ts"
import { isMissing } from "./support/browser.ts"

describe.skipIf(await isMissing())("a browser keeps the contract of Renderer", () => {
  for (const { name, run } of RendererSuite.cases({ layer: BrowserRenderer.layer() })) it.live(name, () => run)
})
