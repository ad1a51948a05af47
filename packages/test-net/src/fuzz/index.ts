/** Properties that hold whatever an attacker writes, and the oracle that judges the policy. */
import * as PolicyProperties from "./PolicyProperties.ts"
import type { Property } from "./Property.ts"
import * as TransportProperties from "./TransportProperties.ts"

export * as Disagreements from "./Disagreements.ts"
export * as Oracle from "./Oracle.ts"

/** Every property. */
export const properties: ReadonlyArray<Property> = [...PolicyProperties.properties, ...TransportProperties.properties]
