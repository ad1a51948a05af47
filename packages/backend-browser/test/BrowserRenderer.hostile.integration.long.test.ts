/**
 * Tests that every hostile page costs its own call and no more, in the browser of this machine. clock: real, since a
 * browser's is.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { isMissing, patient, requestOf } from "./support/browser.ts"
import {
  greedy,
  hostilePageTests,
  pageOf,
  pages,
  patience,
  render,
  renderRequest,
  textOf,
} from "./support/HostilePageTests.ts"

hostilePageTests(pages, greedy)

describe.skipIf(await isMissing())("a hostile page", () => {
  // clock: real, since the browser is
  layer(patient, { excludeTestServices: true })("among others", (it) => {
    it.effect("that blocks the browser is left in it, and the page beside it rendered in another one", () =>
      Effect.gen(function* () {
        const begun = yield* Deferred.make<void>()
        let asked = 0
        const request = requestOf("<p></p><script>fetch('/d').then(() => document.body.append('Fine'))</script>", {
          "/d": ["text/plain", ""],
        })
        const fetchPart: typeof request.fetchPart = (part) => {
          if (++asked > 1) return request.fetchPart(part)
          return Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
        }
        const beside = yield* Effect.forkChild(renderRequest({ ...request, fetchPart }, patience))
        yield* Deferred.await(begun)
        const hostile = yield* Effect.forkChild(render(pageOf("messages to the console without end"), patience))
        assert.include(textOf(yield* Fiber.join(beside)), "Fine")
        assert.strictEqual(asked, 2)
        yield* Fiber.interrupt(hostile)
      }),
    )
  })
})
