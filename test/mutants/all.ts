/** Every mutant, in the order of the table. */
import { boundMutants } from "./BoundMutants.ts"
import type { Mutant } from "./Mutant.ts"
import { tenantMutants } from "./TenantMutants.ts"
import { transportMutants } from "./TransportMutants.ts"

export const mutants: ReadonlyArray<Mutant> = [...transportMutants, ...tenantMutants, ...boundMutants]
