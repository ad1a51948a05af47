/** The settings of the server: where it listens, under which names, who needs no token, and its log. */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { Setting, SettingSet } from "@porthole/core"
import * as HostNames from "./HostNames.ts"
import * as ListenAddress from "./ListenAddress.ts"

/** Every setting, in the order of the manual. */
export const table = SettingSet.make({
  listen: ListenAddress.setting({
    fallback: { host: "127.0.0.1", port: 8_710 },
    about: "Where `porthole serve` listens. Outside loopback it needs a token (`porthole tokens add`) to start.",
  }),
  allowed_hosts: HostNames.setting({
    about: "Host names by which clients reach `porthole serve`, such as a proxy's. Requests for them need a token.",
  }),
  allow_tokenless: Setting.toggle({
    fallback: false,
    about:
      "Let clients on loopback call `porthole serve` without a token although tokens are stored. Not for a server " +
      "behind a proxy: its clients' requests may look like local ones.",
  }),
  log_format: Setting.choice({
    of: ["text", "json"],
    fallback: "text",
    about: "Lines of the log of `porthole serve`: `text` for people, or `json`, an object a line.",
  }),
})

/** The settings in force. */
export type ServerSettingsShape = SettingSet.Values<typeof table.fields>

/** The current settings: the defaults, unless a composition root provides others. */
export const ServerSettings: Context.Reference<ServerSettingsShape> = Context.Reference<ServerSettingsShape>(
  "@porthole/serve/ServerSettings",
  { defaultValue: () => table.defaults },
)

/** Any settings; the environment, then the defaults, supply the others. */
export type Input = SettingSet.Input<typeof table.fields>

/** Provides {@link ServerSettings}; fails with a `SettingsError` when one is out of bounds. */
export const layer = (config: Input = {}): Layer.Layer<never, SettingSet.SettingsError | Config.ConfigError> =>
  Layer.effect(ServerSettings, SettingSet.decode(table, config))
