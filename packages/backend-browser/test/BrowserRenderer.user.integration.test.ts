/** Tests that a user without rights renders, too: a page of each kind. */
import { userTests } from "./support/UserTests.ts"

userTests(5)
