/** Every front end refuses every wrong argument. */
import { describe } from "@effect/vitest"
import { frontEnds } from "../support/frontEnds.ts"
import { wrong, wrongArgumentTests } from "./WrongArgumentTests.ts"

for (const [label, frontEnd] of frontEnds) {
  describe(`arguments through ${label}`, () => wrongArgumentTests(frontEnd, wrong))
}
