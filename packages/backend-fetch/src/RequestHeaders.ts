/** The header fields that a site is sent: these and no other. */
import { Settings } from "@porthole/core"
import * as ContentEncoding from "./ContentEncoding.ts"

/** The fields of a request for what `accept` names (RFC 9110 section 12.5.1). */
export const of = (settings: Settings.SettingsShape, accept: string): Readonly<Record<string, string>> => ({
  "user-agent": Settings.userAgent(settings),
  accept,
  "accept-encoding": ContentEncoding.accepted,
})
