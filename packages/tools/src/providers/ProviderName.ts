/**
 * The names of the providers that come with Porthole, as settings, reasons and results use them. Loads none of them.
 */
import { manifest } from "./manifest.ts"

/** What is known of a provider without loading it. */
export interface Known {
  /** Its name in sentences. */
  readonly title: string
  /** The variable of its address. */
  readonly address: string
  /** The variable of its key, if it takes one. */
  readonly key?: string
  /** Whether anybody may ask it, with nothing set. */
  readonly isPublic: boolean
  /** Whether it reads pages, too. */
  readonly reads: boolean
  /** The names of the options that it has of its own. */
  readonly options: ReadonlyArray<string>
}

/** A provider's name. */
export type ProviderName = keyof typeof manifest

/** The name of a provider that reads pages. */
export type ReadingName = {
  [Name in ProviderName]: (typeof manifest)[Name]["reads"] extends true ? Name : never
}[ProviderName]

/** Who may read pages: such a provider, or `pinned`, which is our own transport. */
export type ReaderName = "pinned" | ReadingName

/** Whether a text is the name of a provider. */
export const isProviderName = (text: string): text is ProviderName => Object.hasOwn(manifest, text)

/** Whether a text is the name of a provider that reads pages. */
export const isReadingName = (text: string): text is ReadingName => isProviderName(text) && manifest[text].reads

/** Whether a text says who may read pages. */
export const isReaderName = (text: string): text is ReaderName => text === "pinned" || isReadingName(text)

/** Whether anybody may ask a provider, with nothing set. */
export const isKeyless = (name: ProviderName): boolean => manifest[name].isPublic

/** All of them, in the order in which `auto` asks them. */
export const names: ReadonlyArray<ProviderName> = Object.keys(manifest).filter(isProviderName)

/** Those that an operator sets up. */
export const configurable: ReadonlyArray<ProviderName> = names.filter((name) => !isKeyless(name))

/** Those that `auto` asks where nothing is set up. */
export const keyless: ReadonlyArray<ProviderName> = names.filter(isKeyless)

/** Those that take a key. */
export const keyed: ReadonlyArray<ProviderName> = names.filter((name) => "key" in manifest[name])

/** Who may read pages. */
export const readers: ReadonlyArray<ReaderName> = ["pinned", ...names].filter(isReaderName)

/** The names of all that a program may say of a provider. */
export const optionNames = (name: ProviderName): ReadonlyArray<string> => [
  "url",
  "key",
  "enabled",
  ...manifest[name].options,
]
