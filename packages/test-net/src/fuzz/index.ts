/** Properties that hold for every input of an attacker, and the oracle that checks the policy. */
import * as PolicyProperties from "./PolicyProperties.ts"
import type { Property } from "./Property.ts"
import * as TransportProperties from "./TransportProperties.ts"

export * as Disagreements from "./Disagreements.ts"
export * as Oracle from "./Oracle.ts"

/** Every property. */
export const properties: ReadonlyArray<Property> = [...PolicyProperties.properties, ...TransportProperties.properties]
