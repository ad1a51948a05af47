/** Packs the program of the reader's threads once for all tests of this package. */
import { packing } from "../../extract/test/packed.ts"

export const { setup, teardown } = packing("tools")
