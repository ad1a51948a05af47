/**
 * Tests the corpus of the policy's vectors again, over real sockets and real DNS: every refused address is requested, and
 * nothing may reach the private side.
 */
import { assert, it } from "vitest"
import { askable, declare } from "./VectorRows.ts"

declare(askable)

it("the corpus is whole", () => assert.isAbove(askable.length, 1_500))
