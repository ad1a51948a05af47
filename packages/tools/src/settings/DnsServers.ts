/** The setting of the resolver: the system's, or DNS-over-HTTPS servers, each of which is an {@link Endpoint}. */
import * as Schema from "effect/Schema"
import { Setting } from "@porthole/core"
import * as Endpoint from "./Endpoint.ts"

/** The system, or the addresses of servers in the order to ask them. */
export type DnsServers = "system" | ReadonlyArray<string>

/** Maximum number of servers. */
export const maxServers = 4

/** `system`, which is the default, or servers; as text separated by spaces. */
export const setting = (options: {
  readonly about: string
}): Setting.Setting<DnsServers, string | ReadonlyArray<string>> =>
  Setting.make<DnsServers, string | ReadonlyArray<string>>({
    schema: Schema.Union([
      Schema.Literal("system"),
      Schema.Array(Schema.String.check(Schema.makeFilter(Endpoint.isEndpoint))).check(
        Schema.isBetweenLength(1, maxServers),
      ),
    ]),
    convert: (input) => {
      const parts = typeof input === "string" ? input.trim().split(/\s+/) : input
      return Array.isArray(parts) && parts.length === 1 && parts[0] === "system" ? "system" : parts
    },
    fallback: "system",
    bounds: `\`system\`, or 1–${maxServers} https or http URLs without credentials and query, separated by spaces`,
    defaultText: "system",
    about: options.about,
  })
