/** For tests of everything but robots.txt: sites are fetched without being asked for it. */
import { Settings } from "@porthole/core"
import { Layer } from "effect"

export const withoutRobots = Layer.orDie(Settings.layer({ robots: false }))
