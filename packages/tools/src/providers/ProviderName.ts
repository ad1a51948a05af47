/** The names of Porthole's providers, as settings, reasons and results use them. Loads none of them. */
import { manifest } from "./manifest.ts"

/** Facts about a provider without loading it. */
export interface Known {
  /** Its name in sentences. */
  readonly title: string
  /** The variable of its address. */
  readonly address: string
  /** The variable of its key, if it takes one. */
  readonly key?: string
  /** Whether everybody can use it without configuration. */
  readonly isPublic: boolean
  /** Whether it also reads pages. */
  readonly reads: boolean
  /** The names of its own options. */
  readonly options: ReadonlyArray<string>
}

/** A provider's name. */
export type ProviderName = keyof typeof manifest

/** The name of a provider that reads pages. */
export type ReadingName = {
  [Name in ProviderName]: (typeof manifest)[Name]["reads"] extends true ? Name : never
}[ProviderName]

/** A page reader: a provider that reads pages, or `pinned`, which is our own transport. */
export type ReaderName = "pinned" | ReadingName

/** Whether a text is the name of a provider. */
export const isProviderName = (text: string): text is ProviderName => Object.hasOwn(manifest, text)

/** Whether a text is the name of a provider that reads pages. */
export const isReadingName = (text: string): text is ReadingName => isProviderName(text) && manifest[text].reads

/** Whether a text is the name of a page reader. */
export const isReaderName = (text: string): text is ReaderName => text === "pinned" || isReadingName(text)

/** Whether everybody can use a provider without configuration. */
export const isKeyless = (name: ProviderName): boolean => manifest[name].isPublic

/** All of them, in the order of `auto`. */
export const names: ReadonlyArray<ProviderName> = Object.keys(manifest).filter(isProviderName)

/** Those that an operator configures. */
export const configurable: ReadonlyArray<ProviderName> = names.filter((name) => !isKeyless(name))

/** Those that `auto` uses if none is configured. */
export const keyless: ReadonlyArray<ProviderName> = names.filter(isKeyless)

/** Those that take a key. */
export const keyed: ReadonlyArray<ProviderName> = names.filter((name) => "key" in manifest[name])

/** The page readers. */
export const readers: ReadonlyArray<ReaderName> = ["pinned", ...names].filter(isReaderName)

/** The names of all options of a provider. */
export const optionNames = (name: ProviderName): ReadonlyArray<string> => [
  "url",
  "key",
  "enabled",
  ...manifest[name].options,
]
