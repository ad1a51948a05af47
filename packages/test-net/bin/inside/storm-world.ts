/** The faulty sites of the storm; the calling process is a child of this one. */
import { fork } from "node:child_process"
import { join } from "node:path"
import { Faults, World } from "../../src/index.ts"

const world = await World.start(Faults.zone)
const sites = await Faults.start()
const env = { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, RES_OPTIONS: "timeout:10 attempts:2" }
const client = fork(join(import.meta.dirname, "storm-client.ts"), process.argv.slice(2), {
  env,
  execArgv: ["--expose-gc"],
})
client.once("exit", (code) => {
  process.stdout.write(`The sites sent ${Math.round(sites.sent() / 1_048_576)} MiB in all.\n`)
  process.exit(code === 0 ? 0 : 1)
})
