/** What an author of a provider gives to its suite beside the provider: a handful of recorded answers. */
import type { ExtractMode } from "../domain/FetchRequest.ts"
import type * as WebError from "../domain/WebError.ts"
import type { Identity } from "../provider/Identity.ts"
import type { MakeSearch } from "../provider/search.ts"
import type * as ProviderDouble from "./ProviderDouble.ts"

/** A refusal as the provider words it, and what must come of it. */
export interface Refusal {
  readonly name: string
  readonly answer: ProviderDouble.Recorded
  readonly expected: Partial<WebError.Wire>
}

/** What a provider's search answers. */
export interface SearchFixture {
  /** At least two hits, none of them at `nowhere.example`. */
  readonly found: ProviderDouble.Recorded
  readonly empty: ProviderDouble.Recorded
  /** One good hit, and one that has no web address. */
  readonly badRow: ProviderDouble.Recorded
  /** Each way in which the provider refuses. */
  readonly refusals: ReadonlyArray<Refusal>
}

/** A provider's search and what it answers. */
export interface SearchSubject extends SearchFixture {
  readonly identity: Identity
  readonly search: MakeSearch
}

/** What a provider's reader answers. */
export interface ExtractFixture {
  /** The modes that it can give; the others have to be refused. */
  readonly modes: ReadonlyArray<ExtractMode>
  /** A page, whichever mode was asked for. */
  readonly found: ProviderDouble.Recorded
  /** Each way in which the provider refuses, or tells that it couldn't read the page. */
  readonly refusals: ReadonlyArray<Refusal>
}
