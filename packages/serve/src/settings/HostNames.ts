/** A list of host names and addresses, without ports or patterns; as text separated by commas; empty by default. */
import { DomainPattern, type Setting, SettingList } from "@porthole/core"

/** A list of host names. */
export const setting = (options: {
  readonly about: string
}): Setting.Setting<ReadonlyArray<string>, string | ReadonlyArray<string>> =>
  SettingList.texts({
    ...options,
    bounds: "a list of host names and addresses",
    separator: ",",
    read: (text) => (text.includes("*") ? undefined : DomainPattern.readPattern(text)),
  })
