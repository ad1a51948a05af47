/** Bash runs every block of shell code in the docs as written. */
import { declare, distinct } from "./DocsCommandTests.ts"

declare(distinct)
