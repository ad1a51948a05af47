/** Tests that hosts whose name server never answers hold no other tenant's calls: those of ten calls at once. */
import { declare } from "./DeadNameTests.ts"

declare(200)
