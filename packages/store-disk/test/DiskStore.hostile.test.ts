/** Tests some writers that are killed; `DiskStore.hostile.long.test.ts` kills many. */
import { hostileWriterTests } from "./support/HostileWriterTests.ts"

hostileWriterTests({ kills: 5, pages: 40 })
