// @effect-diagnostics missingLayerContext:off
import { describe, expectTypeOf, it } from "@effect/vitest"
import { type Image, Network, type Page, type Settings, type WebBackend, type WebError } from "@porthole/core"
import { Doubles } from "@porthole/testing"
import { Context, Effect, Layer } from "effect"
import { createWebTools, type PromiseTools, type WebToolkit, WebTools, type WebToolsOptions } from "../src/index.ts"

class Clock extends Context.Service<Clock, { readonly now: number }>()("test/Clock") {}

/** Type-checked, never run. */
export const refused = () => {
  const resolver = Doubles.resolver({})
  createWebTools({ layers: resolver })
  createWebTools({
    layers: Layer.merge(
      resolver,
      Doubles.compressor((text) => text),
    ),
  })
  const clock = Layer.succeed(Clock, { now: 0 })
  // @ts-expect-error a Clock is no port
  createWebTools({ layers: clock })
  const unfinished = Layer.effect(Network.Resolver, Effect.as(Network.Dialer, { resolve: () => Effect.succeed([]) }))
  // @ts-expect-error it still needs a Dialer
  createWebTools({ layers: unfinished })
  // @ts-expect-error snake_case is for the wire
  createWebTools({ max_results: 3 })
  createWebTools({ robots: "off", fetchTimeout: "20 s", provider: ["brave"], denyDomains: "a.test", ports: [8080] })
  // @ts-expect-error a switch is a boolean, "on" or "off"
  createWebTools({ robots: "maybe" })
  // @ts-expect-error a span of time has a unit
  createWebTools({ fetchTimeout: "soon" })
  // @ts-expect-error there is no such provider
  createWebTools({ provider: "altavista" })
  // @ts-expect-error there is no such category
  void createWebTools().webSearch({ query: "x", category: "images" })
}

declare const tools: PromiseTools

describe("types", () => {
  it("of the layers have their requirements and results", () => {
    expectTypeOf(WebTools.layer).toEqualTypeOf<Layer.Layer<WebToolkit.Handlers, never, WebBackend.WebBackend>>()
    expectTypeOf(WebTools.layerNode).returns.toExtend<
      Layer.Layer<WebToolkit.Handlers | WebBackend.WebBackend, Settings.SettingsError | unknown>
    >()
  })

  it("of options are the settings' types, not any text or number", () => {
    expectTypeOf<"every site">().not.toExtend<WebToolsOptions["robots"]>()
    expectTypeOf<7>().not.toExtend<WebToolsOptions["robots"]>()
    expectTypeOf<boolean>().toExtend<WebToolsOptions["robots"]>()
    expectTypeOf<"container">().not.toExtend<WebToolsOptions["extractIsolation"]>()
  })

  it("of the facade are the kernel's shapes", () => {
    expectTypeOf(() => tools.webFetch({ url: "" })).returns.resolves.toExtend<Page.Page | WebError.Wire>()
    expectTypeOf(() => tools.webFetch({ urls: [""] })).returns.resolves.toExtend<Page.Pages | WebError.Wire>()
    expectTypeOf(() => tools.webFetch({ url: "" })).returns.resolves.toEqualTypeOf<
      Page.PageIn<"markdown"> | WebError.Wire
    >()
    expectTypeOf(() => tools.webFetch({ url: "", extract: "text" })).returns.resolves.toEqualTypeOf<
      Page.PageIn<"text"> | WebError.Wire
    >()
    expectTypeOf<Page.PageIn<"markdown">["content_md"]>().toEqualTypeOf<string>()
    expectTypeOf<Page.PageIn<"html">["content"]>().toEqualTypeOf<string>()
    expectTypeOf<PromiseTools["fetchImage"]>().returns.resolves.toEqualTypeOf<Image.Image | WebError.Wire>()
  })
})
