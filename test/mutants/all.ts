/** Every mutant, in the order of the table: at most 15, on the boundary, where Stryker can't make them. */
import type { Mutant } from "./Mutant.ts"
import { tenantMutants } from "./TenantMutants.ts"
import { transportMutants } from "./TransportMutants.ts"

export const mutants: ReadonlyArray<Mutant> = [...transportMutants, ...tenantMutants]
