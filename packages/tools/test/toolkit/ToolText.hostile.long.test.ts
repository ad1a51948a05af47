/** All hostile words in every call. */
import { cases, hostileTextTests } from "./HostileTextTests.ts"

hostileTextTests(cases)
