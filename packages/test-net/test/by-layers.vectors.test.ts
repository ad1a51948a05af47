/**
 * Tests the corpus of the policy's vectors again, over real sockets and real DNS: a sample of the refused addresses is
 * requested, and nothing may reach the private side.
 */
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { askable, declare } from "./VectorRows.ts"

declare(sampleOf(askable, 150))
