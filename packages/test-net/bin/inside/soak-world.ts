/** The sites of the soak, in a process of their own, and beside them the process that is watched. */
import { fork } from "node:child_process"
import { join } from "node:path"
import { Faults, World } from "../../src/index.ts"
import { zone } from "./SoakErrands.ts"

const world = await World.start({ ...Faults.zone, ...zone })
const sites = await Faults.start()
// A name server that shares a busy process may be late, and that must not look like a name that fails.
const env = { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, RES_OPTIONS: "timeout:10 attempts:2" }
const client = fork(join(import.meta.dirname, "soak-client.ts"), process.argv.slice(2), {
  env,
  execArgv: ["--expose-gc"],
})
client.once("exit", (code) => {
  const isClean = sites.open() === 0 && world.intruders.length === 0
  process.stdout.write(
    `${sites.open()} connections left at the faulty sites; ${world.intruders.length} reached the private side.\n`,
  )
  process.exit(code === 0 && isClean ? 0 : 1)
})
