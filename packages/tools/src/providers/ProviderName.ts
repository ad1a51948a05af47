/** The names of Porthole's providers, as settings, error reasons and results use them. Loads no provider. */
import { manifest } from "./manifest.ts"

/** Facts about a provider without loading it. */
export interface ProviderFacts {
  /** Its name in sentences. */
  readonly title: string
  /** The name of the environment variable with its address. */
  readonly addressVariable: string
  /** The name of the environment variable with its key, if it takes one. */
  readonly keyVariable?: string
  /** Whether everybody can use it without configuration. */
  readonly isPublic: boolean
  /** Whether it also reads pages. */
  readonly reads: boolean
  /** The names of its own options. */
  readonly options: ReadonlyArray<string>
}

/** A provider's name. */
export type ProviderName = keyof typeof manifest

/** The name of a provider that reads pages, without `pinned`. */
export type PageProviderName = {
  [Name in ProviderName]: (typeof manifest)[Name]["reads"] extends true ? Name : never
}[ProviderName]

/** A page reader: a provider that reads pages, or `pinned`, which is our own transport. */
export type ReaderName = "pinned" | PageProviderName

/** Whether a text is the name of a provider. */
export const isProviderName = (text: string): text is ProviderName => Object.hasOwn(manifest, text)

/** Whether a text is the name of a provider that reads pages. */
export const isPageProviderName = (text: string): text is PageProviderName =>
  isProviderName(text) && manifest[text].reads

/** Whether a text is the name of a page reader. */
export const isReaderName = (text: string): text is ReaderName => text === "pinned" || isPageProviderName(text)

/** Whether everybody can use a provider without configuration. */
export const isPublic = (name: ProviderName): boolean => manifest[name].isPublic

/** All of them, in the order of `auto`. */
export const names: ReadonlyArray<ProviderName> = Object.keys(manifest).filter(isProviderName)

/** Those that work only after an operator configured them. */
export const nonPublicNames: ReadonlyArray<ProviderName> = names.filter((name) => !isPublic(name))

/** Those that `auto` uses if none is configured. */
export const publicNames: ReadonlyArray<ProviderName> = names.filter(isPublic)

/** Those that take a key. */
export const namesWithKey: ReadonlyArray<ProviderName> = names.filter((name) => "keyVariable" in manifest[name])

/** The page readers. */
export const readers: ReadonlyArray<ReaderName> = ["pinned", ...names].filter(isReaderName)

/** The names of all options of a provider. */
export const optionNames = (name: ProviderName): ReadonlyArray<string> => [
  "url",
  "key",
  "enabled",
  ...manifest[name].options,
]
