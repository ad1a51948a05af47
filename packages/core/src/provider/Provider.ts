/**
 * A provider as one value that says all about itself: `{ ...searching(identity, …), ...reading(identity, …) }`, the
 * latter only where it reads pages.
 */
import * as Effect from "effect/Effect"
import type { WebError } from "../domain/WebError.ts"
import { extract, type ExtractHalf, type ExtractMapping, type MakeExtract } from "./extract.ts"
import { type Identity, isConfigured, type Options } from "./Identity.ts"
import { type Field, type MakeSearch, search, type SearchHalf, type SearchMappings } from "./search.ts"
import { supported } from "./supported.ts"

/** A provider that is searched. */
export interface Provider<O extends Options = Options> {
  /** Who it is: its name, its address and the variable of its key. */
  readonly identity: Identity
  /** Search with what the options say, else the environment. */
  readonly makeSearch: MakeSearch<O>
  /** Search as the environment says. */
  readonly search: SearchHalf
  /** Whether a search has what it needs. */
  readonly isConfigured: (options?: O) => Effect.Effect<boolean>
  /** The fields of a query that it can express, with nothing set, in the order of the manual. */
  readonly supports: Effect.Effect<ReadonlyArray<Field>, WebError>
  /** The names of the options that it has of its own, beside address and key. */
  readonly ownOptions: ReadonlyArray<string>
}

/** What reads pages. */
export interface Reader {
  /** Pages with what the options say, else the environment. */
  readonly makeExtract: MakeExtract
  /** Pages as the environment says. */
  readonly extract: ExtractHalf
}

/** A provider that reads pages, too. */
export interface ReadingProvider<O extends Options = Options> extends Provider<O>, Reader {}

/** What is searched, as a value. */
export const searching = <O extends Options = Options>(
  identity: Identity,
  mappings: SearchMappings<O>,
  ownOptions: ReadonlyArray<Exclude<keyof O, keyof Options> & string> = [],
): Provider<O> => {
  const makeSearch = search(identity, mappings)
  return {
    identity,
    makeSearch,
    search: makeSearch(),
    isConfigured: (options) => isConfigured(identity, options),
    supports: Effect.suspend(() => supported(identity, mappings)),
    ownOptions,
  }
}

/** What reads pages, as a value. */
export const reading = (identity: Identity, mapping: ExtractMapping): Reader => {
  const makeExtract = extract(identity, mapping)
  return { makeExtract, extract: makeExtract() }
}
