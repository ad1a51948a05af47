/**
 * Packs the command once for all tests of this package, and the programs that many of them start: packed, they start
 * several times faster than from their sources.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { pack, packedIn } from "../../cli/test/support/packed.ts"

const name = "test-net"
const programs = ["client", "scale-worker", "visitor"] as const

export const packed = join(packedIn(name), "porthole.js")

/** The path of a packed program. */
export const packedProgram = (program: (typeof programs)[number]): string => join(packedIn(name), `${program}.js`)

export const setup = (): void =>
  pack(
    name,
    Object.fromEntries(programs.map((program) => [program, join(import.meta.dirname, `programs/${program}.ts`)])),
  )

export const teardown = (): void => rmSync(packedIn(name), { recursive: true, force: true })
