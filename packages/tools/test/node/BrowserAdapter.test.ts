/** Tests the renderer of the settings: when its package is loaded, and what every face says without one. clock: real, since modules are loaded. */
import { assert, describe, it } from "@effect/vitest"
import { webFetch } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { ConfigProvider, Effect, Layer } from "effect"
import * as BrowserAdapter from "../../src/node/BrowserAdapter.ts"
import { createWebTools, WebTools } from "../../src/index.ts"
import * as ProviderSettings from "../../src/providers/ProviderSettings.ts"

const article = `<title>Tides</title><p>${"High water at six. ".repeat(20)}</p>`
const shell = '<title>Tides</title><div id="app"></div><script src="/app.js"></script>'

const settings = (config: ProviderSettings.Input) => Layer.orDie(ProviderSettings.layer(config))

/** The module of an adapter, with a log of the options that it got. */
const adapter = () => {
  const options: Array<BrowserAdapter.BrowserOptions> = []
  const module: BrowserAdapter.BrowserModule = {
    layer: (given) => {
      options.push(given)
      return Doubles.renderer(() => Effect.succeed({ html: article }))
    },
    inspect: ({ path = "/usr/bin/shell" }) =>
      Effect.succeed({ path, version: "156", hasNamespace: true, user: undefined }),
  }
  return { options, load: () => Promise.resolve(module) }
}

const absent = () =>
  Promise.reject(
    Object.assign(new Error("Cannot find package '@porthole/backend-browser' imported from x"), {
      code: "ERR_MODULE_NOT_FOUND",
    }),
  )

const stateOf = (load: BrowserAdapter.LoadModule, config: ProviderSettings.Input) =>
  Effect.flatMap(BrowserAdapter.make(load), ({ state }) => state).pipe(Effect.scoped, Effect.provide(settings(config)))

describe("the renderer of the settings", () => {
  it.effect("loads nothing where they are off, and says what to do", () =>
    Effect.gen(function* () {
      const state = yield* stateOf(() => assert.fail("It is loaded."), {})
      assert.deepStrictEqual(state, { isReady: false, missing: BrowserAdapter.isOff })
      assert.include(BrowserAdapter.isOff, "npm install @porthole/backend-browser")
    }),
  )

  it.effect("says what to install without its package", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* stateOf(absent, { render: "auto" }), {
        isReady: false,
        missing:
          "PORTHOLE_RENDER needs the package @porthole/backend-browser: `npm install @porthole/backend-browser`.",
      })
      const inspected = yield* Effect.flip(Effect.provide(BrowserAdapter.inspect(absent), settings({})))
      assert.include(inspected.missing, "npm install @porthole/backend-browser")
    }),
  )

  it.effect("starts the browser of the settings", () =>
    Effect.gen(function* () {
      const { load, options } = adapter()
      const config = { render: "auto", chromium: "/opt/shell", render_without_namespace: true } as const
      assert.deepStrictEqual(yield* stateOf(load, config), { isReady: true })
      assert.deepStrictEqual(options, [{ path: "/opt/shell", allowWithoutNamespace: true }])
      const inspected = yield* Effect.provide(BrowserAdapter.inspect(load), settings(config))
      assert.deepInclude(inspected, { path: "/opt/shell", version: "156" })
    }),
  )
})

const site = Layer.mergeAll(
  Doubles.resolver({ "site.test": ["93.184.216.34"] }),
  Doubles.dialer(() => ({ status: 200, headers: { "content-type": "text/html" }, body: shell })),
  ConfigProvider.layer(ConfigProvider.fromEnv({ env: {} })),
)

const over = (options: WebTools.NodeOptions, renderer: Layer.Layer<never> = Layer.empty) =>
  Effect.provide(
    WebTools.layerNode({ robots: false, extract_isolation: "none", ...options }).pipe(
      Layer.orDie,
      Layer.provide(Layer.merge(site, renderer)),
    ),
  )

const url = "https://site.test/"
const renderer = Doubles.renderer(() => Effect.succeed({ html: article }))

describe("the composition on Node", () => {
  it.live("renders by a provided renderer, if the setting says so", () =>
    Effect.gen(function* () {
      const page = yield* webFetch({ url }).pipe(over({ render: "auto" }, renderer))
      assert.isTrue(page.rendered)
      assert.include(page.content_md, "High water at six.")
      const plain = yield* webFetch({ url }).pipe(over({}, renderer))
      assert.isUndefined(plain.rendered)
    }),
  )

  it.live("refuses render: true where the setting is off, with what to install", () =>
    Effect.gen(function* () {
      const { wire } = yield* Effect.flip(webFetch({ url, render: true }).pipe(over({})))
      assert.deepInclude(wire, { error: "invalid_request", reason: "render" })
      assert.include(wire.message, BrowserAdapter.isOff)
    }),
  )
})

describe("the facade", () => {
  it("renders, and advertises render, where the setting says so", async () => {
    await using tools = createWebTools({
      render: "auto",
      robots: false,
      extractIsolation: "none",
      layers: Layer.merge(site, renderer),
    })
    const page = await tools.webFetch({ url, render: true })
    assert.isTrue("rendered" in page && page.rendered)
    const [, fetch] = tools.definitions
    assert.property(fetch?.inputSchema.properties, "render")
  })
})
