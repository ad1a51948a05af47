/**
 * The settings of the composition: the way to the Internet, where caches and keys lie, which browser renders, what MCP
 * clients get, and where spans go. The kernel's are `Settings`; `ProviderSettings` joins both.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Setting, SettingSet } from "@porthole/core"
import * as DnsServers from "./DnsServers.ts"
import * as Endpoint from "./Endpoint.ts"
import * as ListedTools from "./ListedTools.ts"
import * as ProxyUrl from "./ProxyUrl.ts"
import * as RedisUrl from "./RedisUrl.ts"

/** A URL that a field of a request may quote. */
const isDirectory = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === "https:" && /^[\x21\x24-\x3e\x41-\x5b\x5d-\x7e]{1,1000}$/.test(text)
}

/** A path in the file system: no text with a control character is one. */
const path = (manual: Setting.Manual): Setting.Setting<string | undefined, string> =>
  Setting.make({
    ...manual,
    schema: Schema.UndefinedOr(Schema.String.check(Schema.isPattern(/^\P{Cc}+$/u))),
    fallback: undefined,
  })

/** Every setting, in the order of the manual. */
export const table = SettingSet.make({
  resolver: DnsServers.setting({
    about:
      "Who resolves the names of sites: the system, or DNS-over-HTTPS servers, one after the other if one fails. For " +
      "networks whose name server answers with fake addresses.",
  }),
  egress_proxy: ProxyUrl.setting({
    about:
      "The proxy through which sites, and endpoints that aren't private by their form, are reached, by CONNECT or " +
      "SOCKS 5. The variables of the environment for proxies are ignored.",
  }),
  egress_proxy_credentials: ProxyUrl.credentials({ about: "The credentials that `egress_proxy` demands." }),
  key_store: Setting.choice({
    of: ["file", "redis"],
    fallback: "file",
    about: "Where `porthole keys` stores keys: in a file that only this user can read, or on the Redis of `redis_url`.",
  }),
  cache_dir: path({
    bounds: "a folder",
    defaultText: "none",
    about: "Where pages and searches are cached on disk, so that they survive the process; unset, they are in memory.",
  }),
  docs_dir: path({
    bounds: "a folder",
    defaultText: "`porthole/docs` in the user's folder for data",
    about: "Where `porthole docs` keeps its indexes, one file for each library and version.",
  }),
  recording: path({
    bounds: "a file",
    defaultText: "none",
    about:
      "A WARC file, such as `run.warc.gz`, into which everything from outside is recorded, or from which it is " +
      "replayed without a network.",
  }),
  recording_mode: Setting.choice({
    of: ["auto", "record", "replay"],
    fallback: "auto",
    about: "Whether `recording` is recorded or replayed; `auto` replays a file that exists, and records a new one.",
  }),
  replay_misses: Setting.choice({
    of: ["error", "search", "live"],
    fallback: "error",
    about:
      "What becomes of a request that the replayed recording doesn't hold: it fails; or a search is ranked from the " +
      "recording's pages and hits; or it goes to the network and is recorded.",
  }),
  redis_url: RedisUrl.setting({
    about: "A Redis that shares caches and rate limits between processes; it replaces `cache_dir`.",
  }),
  signature_agent: Setting.make<string | undefined, string>({
    schema: Schema.UndefinedOr(Schema.String.check(Schema.makeFilter(isDirectory))),
    fallback: undefined,
    bounds: "an https URL without credentials, query and fragment",
    defaultText: "none",
    about:
      "The URL at which you publish the public keys of `porthole identity`. A site that asks for a signature (Web " +
      "Bot Auth) then gets one. It tells sites, and everyone who compares their logs, which requests are yours.",
  }),
  signature_keys: path({
    bounds: "a file",
    defaultText: "`signature-keys.json` in the folder of `porthole keys`",
    about: "The file of the keys that sign; only you can read it.",
  }),
  chromium: path({
    bounds: "the path of a program",
    defaultText: "the first of the usual places",
    about: "The browser of `render`: Chromium, or better its headless shell. It is never downloaded.",
  }),
  render_without_namespace: Setting.toggle({
    fallback: false,
    about:
      "Let `render` start its browser on macOS and Windows, which have no network namespaces: the browser's own " +
      "flags are then all that keeps it from the network. On Linux it changes nothing.",
  }),
  tools: ListedTools.setting({
    about:
      "The tools that models see, over MCP and by the facade's `definitions`, and calls of others fail. A tool comes " +
      "with its usual parameters; `web_fetch.max_bytes` adds one, and `web_fetch.query` without `web_fetch` lists " +
      "only `url` and `query`. The tools of documentation are there where it is served.",
  }),
  mcp_image_bytes: Setting.optionalInt({
    minimum: 1_024,
    maximum: 16_777_216,
    unit: "bytes",
    about:
      "Largest image that `web_fetch` gives MCP clients as an image, by a second request; unset, an image's URL is " +
      "`unsupported_content_type`. Models pay for images by their pixels.",
  }),
  mcp_structured: Setting.toggle({
    fallback: false,
    about:
      "Also return each answer to MCP clients as an object (`structuredContent`). Some clients then show a model " +
      "only that, as escaped JSON without a fence.",
  }),
  otlp_endpoint: Endpoint.setting({
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    about:
      "OpenTelemetry collector that gets a span per call, by OTLP over HTTP, unless `recording` is set. Its keys: " +
      "`OTEL_EXPORTER_OTLP_HEADERS`.",
  }),
})

/** The settings in force. */
export type ToolSettingsShape = SettingSet.Values<typeof table.fields>

/** The current settings: the defaults, unless a composition provides others. */
export const ToolSettings: Context.Reference<ToolSettingsShape> = Context.Reference<ToolSettingsShape>(
  "@porthole/tools/ToolSettings",
  { defaultValue: () => table.defaults },
)

/** Any settings; the environment, then the defaults, supply the others. */
export type Input = SettingSet.Input<typeof table.fields>

/** Provides {@link ToolSettings}; fails with a `SettingsError` when one is out of bounds. */
export const layer = (config: Input = {}): Layer.Layer<never, SettingSet.SettingsError | Config.ConfigError> =>
  Layer.effect(ToolSettings, SettingSet.decode(table, config))
