/** The command `pnpm train` ends with an error that names the fault; `train.integration.long.test.ts` trains by it. */
import { sampleOf } from "../../../../test/tiers/Sample.ts"
import { errors, errorTests } from "./TrainCommand.ts"

errorTests(sampleOf(errors, 1))
