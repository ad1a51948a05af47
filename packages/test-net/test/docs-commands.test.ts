/** Bash runs a sample of the blocks of shell code in the docs as written, and every row is of a command in the docs. */
import { assert, it } from "vitest"
import { sampleOf } from "../../../test/tiers/Sample.ts"
import { declare, distinct, unusedRows } from "./DocsCommandTests.ts"

declare(sampleOf(distinct, 3))

it("every row is of a command in the docs", () => assert.deepStrictEqual(unusedRows(), []))
