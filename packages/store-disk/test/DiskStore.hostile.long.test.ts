/** Tests many writers that are killed at any moment. */
import { hostileWriterTests } from "./support/HostileWriterTests.ts"

hostileWriterTests({ kills: 25, pages: 150 })
