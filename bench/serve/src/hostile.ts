/**
 * Measures `porthole serve` under attack, in a network namespace, for which it needs root:
 *
 *   node bench/serve/src/hostile.ts [--seconds 600] [--only load,sockets] [--attacks NAME,NAME] [--isolation process]
 *
 * `load`: one tenant sends all of `Attacks.ts` while another reads ordinary pages. Prints the second's times alone and
 * under attack, its lost calls, the delays of the server's event loop, its memory, and how long it takes to end.
 * `sockets`: the same while one tenant and strangers open thousands of connections.
 *
 * Build first: `pnpm --filter @porthole/cli build`.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const enter = join(import.meta.dirname, "../../../packages/test-net/src/enter.sh")
const program = join(import.meta.dirname, "hostile-inside.ts")
const { status } = spawnSync("bash", [enter, process.execPath, program, ...process.argv.slice(2)], { stdio: "inherit" })
process.exitCode = status ?? 1
