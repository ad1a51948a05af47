/** Tests when a page is rendered: by the setting and the call, and what that changes about caches and later parts. */
import { assert, describe, it } from "@effect/vitest"
import { Settings, ShownPages, type WebBackend, webFetch, webFetchPages } from "@porthole/core"
import { BoundedMemory, PersistedAnswers } from "@porthole/stores"
import { Doubles } from "@porthole/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const url = "https://example.com/page"
const text = "## One\n\nHigh water at six.\n\n## Two\n\nLow water at noon."
const validators = { url, etag: '"1"' }

/** A backend that renders whenever it is told to, and revalidates whenever it may. */
const rendering = () => {
  const requested: Array<WebBackend.ExtractRequest> = []
  const layer = Doubles.backend({
    extract: (request) =>
      Effect.sync(() => {
        requested.push(request)
        const row = { title: "T", url: request.url, content: text, links: [], status_code: 200, validators }
        if (request.validators !== undefined) return { unchanged: true }
        return request.rendering === undefined ? row : { ...row, rendered: true }
      }),
  })
  return { requested, layer, wanted: () => requested.map(({ rendering = "off" }) => rendering) }
}

const settings = (render: Settings.SettingsShape["render"]) => Layer.orDie(Settings.layer({ render }))
const browser = (missing?: string) => Doubles.renderer(() => Effect.succeed({ html: "" }), missing)
const cache = () => PersistedAnswers.layerPages.pipe(Layer.provide(BoundedMemory.layer()))
const shown = () => Layer.sync(ShownPages.ShownPages, ShownPages.makeShownPages)

describe("the setting and the call", () => {
  it.effect.each([
    ["off", undefined, "off"],
    ["off", false, "off"],
    ["auto", undefined, "auto"],
    ["auto", true, "always"],
    ["auto", false, "off"],
    ["always", undefined, "always"],
    ["always", true, "always"],
    ["always", false, "off"],
  ] as const)("of %s and %s make %s, which the backend gets", ([setting, render, expected]) =>
    Effect.gen(function* () {
      const { layer, wanted } = rendering()
      const page = yield* webFetch({ url, ...(render === undefined ? {} : { render }) }).pipe(
        Effect.provide([layer, settings(setting), browser()]),
      )
      assert.deepStrictEqual(wanted(), [expected])
      assert.strictEqual(page.rendered, expected === "off" ? undefined : true)
    }),
  )

  it.effect.each([
    ["where the setting is off", "off", browser(), "The setting render is off."],
    ["without a renderer", "auto", Layer.empty, "no browser"],
    ["without a browser", "always", browser("Install Chromium."), "Install Chromium."],
    ["without a browser, though the setting is off", "off", browser("Set it to auto."), "Set it to auto."],
  ] as const)("refuse render: true %s, before any backend is called", ([, setting, renderer, sentence]) =>
    Effect.gen(function* () {
      const { layer, requested } = rendering()
      const run = Effect.provide([layer, settings(setting), renderer])
      const one = yield* Effect.flip(run(webFetch({ url, render: true })))
      const several = yield* Effect.flip(run(webFetchPages({ urls: [url], render: true })))
      assert.deepInclude(one.wire, { error: "invalid_request", reason: "render" })
      assert.include(one.wire.message, sentence)
      assert.deepStrictEqual(several.wire, one.wire)
      assert.deepStrictEqual(requested, [])
    }),
  )

  it.effect("leave a call that asks for nothing alone where there is no browser", () =>
    Effect.gen(function* () {
      const { layer, wanted } = rendering()
      yield* webFetch({ url }).pipe(Effect.provide([layer, settings("auto")]))
      assert.deepStrictEqual(wanted(), ["auto"])
    }),
  )
})

describe("a rendered page", () => {
  it.effect("has its own place in the cache", () =>
    Effect.gen(function* () {
      const { layer, wanted } = rendering()
      yield* Effect.gen(function* () {
        const first = yield* webFetch({ url, render: true })
        const plain = yield* webFetch({ url, render: false })
        const again = yield* webFetch({ url, render: true })
        assert.deepStrictEqual(
          [first, plain, again].map(({ cached }) => cached),
          [false, false, true],
        )
        assert.deepStrictEqual(
          [first, plain, again].map(({ rendered }) => rendered),
          [true, undefined, true],
        )
      }).pipe(Effect.provide([layer, settings("auto"), browser(), cache()]))
      assert.deepStrictEqual(wanted(), ["always", "off"])
    }),
  )

  it.effect("isn't revalidated by its document, whose data may have changed", () =>
    Effect.gen(function* () {
      const { layer, requested } = rendering()
      yield* Effect.gen(function* () {
        for (const render of [true, false, true, false]) {
          yield* webFetch({ url, render })
          yield* TestClock.adjust("61 minutes")
        }
      }).pipe(Effect.provide([layer, settings("auto"), browser(), cache()]))
      assert.deepStrictEqual(
        requested.map(({ validators }) => validators?.etag),
        [undefined, undefined, undefined, '"1"'],
      )
    }),
  )

  it.effect("isn't continued by a call that wants it otherwise", () =>
    Effect.gen(function* () {
      const { layer, wanted } = rendering()
      yield* Effect.gen(function* () {
        yield* webFetch({ url })
        yield* webFetch({ url, section: "Two" })
        yield* webFetch({ url, section: "Two", render: true })
        yield* webFetch({ url, section: "Two", render: true })
        yield* webFetch({ url, section: "Two", render: false })
      }).pipe(Effect.provide([layer, settings("auto"), browser(), shown()]))
      assert.deepStrictEqual(wanted(), ["auto", "off"])
    }),
  )
})
