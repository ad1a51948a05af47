/** Tests two processes over one Redis that comes and goes: one cache, one bucket, and no call that fails because of it. */
import { declare, names } from "./ScaleTests.ts"

declare(names)
