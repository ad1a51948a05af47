/** Switches robots.txt off, for tests of everything else. */
import { Settings } from "@porthole/core"
import { Layer } from "effect"

export const withoutRobots = Layer.orDie(Settings.layer({ robots: false }))
