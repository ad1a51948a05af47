/**
 * Warns of environment variables that look like a misspelt setting, such as `PORTHOLE_MAXLENGTH`. Their values, which
 * may be secrets, are neither read nor shown.
 */
import { SettingSet } from "@porthole/core"
import { ProviderName } from "@porthole/tools/providers"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { Output } from "./Output.ts"
import * as Settings from "./settings.ts"

/** Writes a line for each variable within {@link maxEdits} of a known one. */
export const warn: Effect.Effect<void, never, Output> = Effect.gen(function* () {
  const { err } = yield* Output
  const variables = yield* namesBelow(yield* ConfigProvider.ConfigProvider, [prefix])
  for (const variable of variables) {
    const likely = likelyName(variable)
    if (likely !== undefined) yield* err(`porthole: ${variable} isn't a setting. Did you mean ${likely}?\n`)
  }
})

/** The known variable that another one is probably meant to be; `undefined` for a known one. */
export const likelyName = (variable: string): string | undefined =>
  known.has(variable) ? undefined : Array.from(known).find((name) => isWithin(variable, name, maxEdits))

// --- private --------------------------------------------------------------------------

const prefix = "PORTHOLE"

/** Maximum number of letters that a misspelt name adds, lacks or changes. */
const maxEdits = 2

const known: ReadonlySet<string> = new Set([
  ...Object.entries(Settings.table.fields).map(([name, { manual }]) => SettingSet.environmentName(name, manual)),
  ...Object.values(ProviderName.manifest).flatMap((one) =>
    "keyVariable" in one ? [one.addressVariable, one.keyVariable] : [one.addressVariable],
  ),
])

/** The names that begin with a path; the provider holds them as a tree, split at each `_`. */
const namesBelow = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.matchEffect(provider.load([...path]), {
    onFailure: () => Effect.succeed([]),
    onSuccess: (node) => {
      if (node === undefined) return Effect.succeed([])
      const own = node.value === undefined ? [] : [path.join("_")]
      const below = node._tag === "Record" ? Array.from(node.keys) : []
      return Effect.map(
        Effect.forEach(below, (key) => namesBelow(provider, [...path, key])),
        (names) => [...own, ...names.flat()],
      )
    },
  })

/** Whether a text becomes another one by at most so many additions, removals and changes of a letter. */
const isWithin = (one: string, other: string, edits: number): boolean => {
  if (one === other) return true
  if (edits === 0 || Math.abs(one.length - other.length) > edits) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [left, right] = [one.slice(at), other.slice(at)]
  return [
    [left.slice(1), right],
    [left, right.slice(1)],
    [left.slice(1), right.slice(1)],
  ].some(([less = "", more = ""]) => isWithin(less, more, edits - 1))
}
