/** The contract of the page cache over a folder that caches share, as processes do. clock: real, since the disk is. */
import { describe, it } from "@effect/vitest"
import { AnswerCache } from "@porthole/core"
import { PersistedAnswers } from "@porthole/stores"
import { AnswerCacheSuite } from "@porthole/stores/testing"
import { PageSamples } from "@porthole/testing"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { afterAll } from "vitest"
import { layer, temporaryFolder } from "./support/store.ts"

describe("PageCache over a folder", () => {
  const folder = ManagedRuntime.make(Layer.effect(Folder, temporaryFolder))
  afterAll(() => folder.dispose())
  const open = Effect.flatMap(folder.contextEffect, (context) =>
    Effect.map(
      Layer.build(
        Layer.fresh(PersistedAnswers.layerPages).pipe(
          Layer.provide(Layer.fresh(layer({ folder: Context.get(context, Folder) }))),
        ),
      ),
      Context.get(AnswerCache.PageCache),
    ),
  )
  const cases = AnswerCacheSuite.cases({
    open,
    one: PageSamples.page("one"),
    other: PageSamples.page("other, with half a pair \ud800"),
    isShared: true,
  })
  for (const { name, run } of cases) it.live(name, () => run)
})

class Folder extends Context.Service<Folder, string>()("test/Folder") {}
