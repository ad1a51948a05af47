/** The sites of the soak; the measured process is a child of this one. */
import { fork } from "node:child_process"
import { join } from "node:path"
import { Faults, World } from "../../src/index.ts"
import { zone } from "./SoakErrands.ts"

const world = await World.start({ ...Faults.zone, ...zone })
const sites = await Faults.start()
// The name server shares this busy process and may be late; that must not look like a failing name.
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
