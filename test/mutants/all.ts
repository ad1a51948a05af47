/** Every mutant, in the order of the table. */
import { addressMutants } from "./AddressMutants.ts"
import { bodyMutants } from "./BodyMutants.ts"
import { cacheMutants } from "./CacheMutants.ts"
import { chainMutants } from "./ChainMutants.ts"
import { connectionMutants } from "./ConnectionMutants.ts"
import { economyMutants } from "./EconomyMutants.ts"
import type { Mutant } from "./Mutant.ts"
import { providerMutants } from "./ProviderMutants.ts"
import { queryMutants } from "./QueryMutants.ts"
import { readingMutants } from "./ReadingMutants.ts"
import { robotsMutants } from "./RobotsMutants.ts"
import { ruleMutants } from "./RuleMutants.ts"
import { siteMutants } from "./SiteMutants.ts"
import { storeMutants } from "./StoreMutants.ts"
import { twinMutants } from "./TwinMutants.ts"
import { urlMutants } from "./UrlMutants.ts"

export const mutants: ReadonlyArray<Mutant> = [
  ...urlMutants,
  ...siteMutants,
  ...addressMutants,
  ...connectionMutants,
  ...bodyMutants,
  ...ruleMutants,
  ...queryMutants,
  ...economyMutants,
  ...cacheMutants,
  ...chainMutants,
  ...providerMutants,
  ...storeMutants,
  ...robotsMutants,
  ...twinMutants,
  ...readingMutants,
]
