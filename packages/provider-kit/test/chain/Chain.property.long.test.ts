/** Compares a chain with its model. */
import { chainProperties } from "./ChainProperties.ts"

chainProperties(1)
