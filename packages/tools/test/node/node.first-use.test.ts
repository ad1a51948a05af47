/**
 * Tests that the first call loads the shared modules. It is a file of its own, so that nothing is loaded before its
 * test.
 * clock: real, since modules are loaded.
 */
import { assert, it } from "@effect/vitest"
import { fetchImage, webFetch } from "@porthole/core"
import { Doubles, SampleImages } from "@porthole/testing"
import { Effect, Fiber, Layer } from "effect"
import { Node } from "../../src/index.ts"

it.live("a caller that leaves while the redirect chain is loaded doesn't stop the loading for others", () =>
  Effect.gen(function* () {
    const page = yield* Effect.forkChild(webFetch({ url: "https://site.test/" }), { startImmediately: true })
    const image = yield* Effect.forkChild(fetchImage({ url: "https://site.test/a.png" }), { startImmediately: true })
    // clock: leaves while the modules are loaded, whenever that is
    yield* Effect.sleep(1)
    yield* Fiber.interrupt(page)
    assert.strictEqual((yield* Fiber.join(image)).media_type, "image/png")
  }).pipe(
    Effect.provide(
      Layer.provide(
        Node.backend(),
        Layer.merge(
          Doubles.resolver({ "site.test": ["93.184.216.34"] }),
          Doubles.dialer(() => ({
            status: 200,
            headers: { "content-type": "image/png" },
            body: SampleImages.files["image/png"],
          })),
        ),
      ),
    ),
  ),
)
