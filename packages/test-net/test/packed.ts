/** Packs the command once for all tests of this package: it starts several times faster than the sources. */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { pack, packedIn } from "../../cli/test/support/packed.ts"

const name = "test-net"

export const packed = join(packedIn(name), "porthole.js")

export const setup = (): void => pack(name)

export const teardown = (): void => rmSync(packedIn(name), { recursive: true, force: true })
