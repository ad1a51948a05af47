import { earlySignalTests, starts } from "./support/earlySignals.ts"

earlySignalTests(starts)
