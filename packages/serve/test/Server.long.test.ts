/** The server against large crowds. */
import { crowdTests } from "./support/crowd.ts"

crowdTests({ upgrades: 40, halfBodies: [1_200, 1_200], calls: 600, idle: 1_500, slow: 500, smallBodies: 500 })
