/** How long a call waits for a silent Redis: a tenth of its timeout, shared by the connections for stores and for keys. */
import * as Duration from "effect/Duration"
import type { Settings } from "@porthole/core"

/** The limits of one connection. The shorter of both timeouts counts, since searches and fetches share it. */
export const redisLimits = ({
  fetch_timeout,
  search_timeout,
}: Pick<Settings.SettingsShape, "fetch_timeout" | "search_timeout">) => {
  const limit = Duration.times(Duration.min(fetch_timeout, search_timeout), 1 / 20)
  return { connectTimeout: limit, replyTimeout: limit }
}
