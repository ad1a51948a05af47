/** The possible faults of every provider's endpoint, and the required errors. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Settings, type WebBackend } from "@porthole/core"
import type { WebBackendSuite } from "@porthole/testing"
import * as EndpointResponse from "../endpoint/EndpointResponse.ts"
import type { Identity, Options } from "../provider/Identity.ts"
import type * as ProviderDouble from "./ProviderDouble.ts"

/** The host, base URL and key of the provider in a suite: no error may contain host or key. */
export const host = "api.provider.test"
export const baseUrl = `https://${host}/base`
export const secret = "k3y-Of-A-Test-0123456789"

/** Whether a provider needs a setting before a call: a key, or an address. */
export const needsSetting = ({ key, url }: Identity): boolean =>
  url === undefined || (key !== undefined && key.isOptional !== true)

/**
 * The faults of a provider that normally answers `found`. `answering` makes a backend whose endpoint gives an answer;
 * without `options` the backend has those of a usual program.
 */
export const of = (
  identity: Identity,
  found: ProviderDouble.Recorded,
  answering: (answer: ProviderDouble.Outcome, options?: Options) => Layer.Layer<WebBackend.WebBackend>,
): ReadonlyArray<WebBackendSuite.Failing> => {
  const unreachable = { error: "web_search_unavailable", reason: `${identity.name}_unreachable` } as const
  const not = (name: string, answer: ProviderDouble.Outcome): WebBackendSuite.Failing => ({
    name,
    layer: answering(answer),
    expected: unreachable,
  })
  return [
    not("no connection", "broken"),
    not("500", { status: 500, headers: atOnce, body: { error: "oops" } }),
    not("503 of a proxy", { status: 503, headers: atOnce, body: "<html>busy" }),
    not("404", { status: 404, body: { error: "no such path" } }),
    not("a redirect, unfollowed", { status: 302, headers: { location: "https://elsewhere.test/" }, body: "" }),
    not("a page of HTML", { body: "<!doctype html><html><body><h1>Welcome</h1></body></html>" }),
    not("JSON of another shape", { body: 42 }),
    not("half an answer", {
      body: (typeof found.body === "string" ? found.body : JSON.stringify(found.body)).slice(0, 20),
    }),
    not("an answer without an end", { body: " ".repeat(EndpointResponse.maxResponseBytes + 1) }),
    {
      name: "an answer that never comes",
      layer: Layer.merge(answering("hang"), shortTimeouts),
      expected: { error: "timeout" },
    },
    ...(needsSetting(identity)
      ? [
          {
            name: "a provider that isn't set up",
            layer: Layer.merge(answering(found, {}), ConfigProvider.layer(ConfigProvider.fromUnknown({}))),
            expected: { error: "web_search_unavailable", reason: `${identity.name}_not_configured` } as const,
          },
        ]
      : []),
  ]
}

// --- private --------------------------------------------------------------------------

/** A header that lets the second attempt start immediately. */
const atOnce = { "retry-after": "0" }

/** Short timeouts for a search or a page. */
const shortTimeouts = Layer.effect(
  Settings.Settings,
  Effect.map(Settings.Settings, (settings) => ({
    ...settings,
    search_timeout: Duration.millis(50),
    fetch_timeout: Duration.millis(50),
  })),
)
