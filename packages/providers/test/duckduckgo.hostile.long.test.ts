/** Malicious pages of DuckDuckGo of four MiB. */
import { describe } from "@effect/vitest"
import { maliciousPageTests } from "./MaliciousPages.ts"

describe("a malicious page", () => maliciousPageTests(2 ** 22))
