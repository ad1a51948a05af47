/** An author's input for a provider's suite, besides the provider: a handful of recorded answers. */
import type { FetchRequest, WebError } from "@porthole/core"
import type { Identity } from "../provider/Identity.ts"
import type { MakeSearch } from "../provider/searchBackend.ts"
import type * as ProviderDouble from "./ProviderDouble.ts"

/** A refusal as the provider words it, and the required error. */
export interface Refusal {
  readonly name: string
  readonly answer: ProviderDouble.Recorded
  readonly expected: Partial<WebError.Wire>
}

/** The answers of a provider's search. */
export interface SearchFixture {
  /** At least two hits, none of them at `nowhere.example`. */
  readonly found: ProviderDouble.Recorded
  readonly empty: ProviderDouble.Recorded
  /** One good hit, and one without a web address. */
  readonly badRow: ProviderDouble.Recorded
  /** Each kind of refusal. */
  readonly refusals: ReadonlyArray<Refusal>
}

/** A provider's search and its answers. */
export interface SearchSubject extends SearchFixture {
  readonly identity: Identity
  readonly search: MakeSearch
}

/** The answers of a provider's page reader. */
export interface ExtractFixture {
  /** The supported modes; the others must be refused. */
  readonly modes: ReadonlyArray<FetchRequest.ExtractMode>
  /** A page, in any requested mode. */
  readonly found: ProviderDouble.Recorded
  /** Each kind of refusal, and each report that it couldn't read the page. */
  readonly refusals: ReadonlyArray<Refusal>
}
