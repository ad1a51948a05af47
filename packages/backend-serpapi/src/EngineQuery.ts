/** A query in the parameters of one of the engines that SerpAPI asks. */
import type * as Provider from "@porthole/core/provider"

/** The parameters, of which those that are `undefined` aren't sent, and the fields of the query that they say. */
export interface EngineQuery {
  readonly parameters: Readonly<Record<string, string | number | undefined>>
  readonly says: ReadonlyArray<Provider.Field>
}
