/** Much input of the tools. */
import { anyInputProperties } from "./AnyInput.ts"

anyInputProperties(2_000)
