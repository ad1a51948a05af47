/** A network namespace without a route out, which the network of the tests sets up (`packages/test-net`). */
import { Network } from "@porthole/test-net"

/** Runs the calling program in such a network: outside it starts itself again inside, and ends with it. */
export const enter = async (program: string): Promise<void> => {
  if (isInside()) return
  if (Network.isMissing()) process.exit(1)
  process.env[mark] = "1"
  process.exit(await Network.command(program, process.argv.slice(2)))
}

/** Whether the calling program is in it already: what needs the network outside comes before. */
export const isInside = (): boolean => process.env[mark] !== undefined

const mark = "PORTHOLE_BENCH_NETWORK"
