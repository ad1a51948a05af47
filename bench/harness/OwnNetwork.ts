/** A network namespace without a route out, which the network of the tests sets up (`packages/test-net`). */
import { Network } from "@porthole/test-net"

/** Runs the calling program in such a network: outside it starts itself again inside, and ends with it. */
export const enter = async (program: string): Promise<void> => {
  if (process.env[mark] !== undefined) return
  if (Network.isMissing()) process.exit(1)
  process.env[mark] = "1"
  process.exit(await Network.command(program, process.argv.slice(2)))
}

const mark = "PORTHOLE_BENCH_NETWORK"
