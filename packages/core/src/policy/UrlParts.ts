/** Parts of a parsed http(s) URL in the form in which policies compare them. */
import * as HostName from "./HostName.ts"

/** An address without its brackets, a name as it is: `URL.hostname` has them around IPv6. */
export const unbracketed = (hostname: string): string => (hostname.startsWith("[") ? hostname.slice(1, -1) : hostname)

/** The host: a name in canonical form where it is one, else as {@link unbracketed} gives it. */
export const hostOf = (url: URL): string => HostName.fromUrlHost(url.hostname) ?? unbracketed(url.hostname)

/** The port, also where the URL leaves it to its scheme. */
export const portOf = (url: URL): number =>
  url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
