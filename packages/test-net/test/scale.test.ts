/** Tests that two processes share one cache over one Redis, and that no call fails because of a lost Redis. */
import { declare } from "./ScaleTests.ts"

declare(["shared", "killed"])
