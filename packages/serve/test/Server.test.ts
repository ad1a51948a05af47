/** The server against crowds that are just too large for it. */
import { crowdTests } from "./support/crowd.ts"

crowdTests({ upgrades: 5, halfBodies: [1_050, 50], calls: 350, idle: 1_050, slow: 20, smallBodies: 100 })
