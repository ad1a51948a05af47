import { assert, describe, it } from "@effect/vitest"
import { Extractor, Settings } from "@porthole/core"
import { Clock, Duration, Effect } from "effect"
import { Reader } from "../src/index.ts"
import { article, bytesOf } from "./support.ts"

const page: Extractor.Fetched = {
  url: "https://site.test/",
  contentType: "text/html",
  bytes: bytesOf(article("<p>Hello <a href=x>there</a>.</p>")),
  mode: "markdown",
}

describe("Reader", () => {
  it.effect("reads a page", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      assert.deepStrictEqual(yield* extractor.extract(page), {
        title: "A title",
        content: "Hello [there](https://site.test/x).",
        links: ["https://site.test/x"],
        text_length: 12,
      })
    }).pipe(Effect.provide(Reader.layer)),
  )

  it.effect("gives up when extract_timeout has passed", () =>
    Effect.gen(function* () {
      const extractor = yield* Extractor.Extractor
      const settings = yield* Settings.Settings
      const real = yield* Clock.Clock
      let now = 0
      const error = yield* extractor
        .extract(page)
        .pipe(
          Effect.provideService(Settings.Settings, { ...settings, extract_timeout: Duration.millis(250) }),
          Effect.provideService(Clock.Clock, { ...real, currentTimeMillisUnsafe: () => (now += 100) }),
          Effect.flip,
        )
      assert.strictEqual(error.error, "timeout")
    }).pipe(Effect.provide(Reader.layer)),
  )
})
