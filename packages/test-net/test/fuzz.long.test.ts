/** A run of `pnpm fuzz` and `pnpm oracle`. */
import { declare } from "./FuzzTests.ts"

declare({ cheap: 2_000, expensive: 50, oracle: 10_000 })
