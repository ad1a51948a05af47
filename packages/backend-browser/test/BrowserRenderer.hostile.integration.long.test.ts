/** Tests that every hostile page costs its own call and no more, in the browser of this machine. */
import { greedy, hostilePageTests, pages } from "./support/HostilePageTests.ts"

hostilePageTests(pages, greedy)
