import { afterAll, beforeAll, describe, it } from "@effect/vitest"
import type { Extractor } from "@porthole/core"
import { ExtractorSuite } from "@porthole/core/testing"
import { Layer, ManagedRuntime } from "effect"
import { Reader } from "../src/index.ts"

describe.each([
  ["in threads", Reader.layer],
  ["in processes", Reader.layerIsolated],
  ["inline", Reader.layerInline],
] as const)("the contract of Extractor %s", (_, layer) => {
  // One pool for all cases: to start a thread for each would take minutes.
  const runtime = ManagedRuntime.make(layer)
  let shared: Layer.Layer<Extractor.Extractor> = layer
  beforeAll(async () => {
    shared = Layer.succeedContext(await runtime.context())
  }, 30_000)
  afterAll(() => runtime.dispose())

  for (const { name, run } of ExtractorSuite.cases(Layer.suspend(() => shared))) {
    it.live(name, () => run, 30_000)
  }
})
