/** Every mutant, in the order of the table. */
import { addressMutants } from "./AddressMutants.ts"
import { bodyMutants } from "./BodyMutants.ts"
import { connectionMutants } from "./ConnectionMutants.ts"
import type { Mutant } from "./Mutant.ts"
import { siteMutants } from "./SiteMutants.ts"
import { urlMutants } from "./UrlMutants.ts"

export const mutants: ReadonlyArray<Mutant> = [
  ...urlMutants,
  ...siteMutants,
  ...addressMutants,
  ...connectionMutants,
  ...bodyMutants,
]
