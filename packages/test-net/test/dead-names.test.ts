/** Tests that hosts whose name server never answers hold no other tenant's calls: those of one call. */
import { declare } from "./DeadNameTests.ts"

declare(20)
