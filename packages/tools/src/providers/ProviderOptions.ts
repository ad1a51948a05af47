/** What a program says of providers itself; the rest is read from the environment when a call runs. */
import { manifest } from "./manifest.ts"
import type { ProviderName } from "./ProviderName.ts"
import type { load } from "./Providers.ts"

/** What may be said of one: its address, its key, and what else it has. */
export type OptionsOf<Name extends ProviderName> = NonNullable<
  Parameters<Awaited<ReturnType<(typeof load)[Name]>>["makeSearch"]>[0]
>

/** What may be said of each. */
export type ProviderOptions = { readonly [Name in ProviderName]?: OptionsOf<Name> | undefined }

/** The names of all that may be said of a provider. */
export const optionNames = (name: ProviderName): ReadonlyArray<string> => [
  "url",
  "key",
  "enabled",
  ...manifest[name].options,
]
