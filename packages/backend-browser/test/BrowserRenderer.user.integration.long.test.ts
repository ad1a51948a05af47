/** Tests that a user without rights renders, too: many pages in one browser. */
import { userTests } from "./support/UserTests.ts"

userTests(30)
