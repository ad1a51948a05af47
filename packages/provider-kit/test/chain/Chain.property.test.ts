/** Compares a chain with its model, in some runs. */
import { chainProperties } from "./ChainProperties.ts"

chainProperties(0.1)
