/**
 * Visits the errands of the input by the real layers: this process holds the world, another holds the layers ({@link
 * ./client.ts}), one set of them for all errands.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { type Dns, Nginx, World } from "../../src/index.ts"
import { packedProgram } from "../../../cli/test/support/packed.ts"
import { type Errand, type Outcome, type Visit, watch } from "./Visit.ts"

/** The program's input; `env` overrides the client's environment. */
export interface Input {
  readonly errands: ReadonlyArray<Errand>
  readonly zone?: Dns.Zone
  readonly env?: Readonly<Record<string, string>>
  /** Whether `nginx.test` runs. */
  readonly nginx?: boolean
}

const { env, errands, nginx, zone }: Input = JSON.parse(await text(process.stdin))
const world = await World.start(zone)
if (nginx === true) await Nginx.start(World.nginxAddress, world.certificates)
const client = fork(packedProgram("client"), {
  env: { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, ...env },
})

const send = async (errand: Errand): Promise<Outcome> => {
  const reply = once(client, "message")
  client.send(errand)
  const [outcome] = await reply
  return outcome
}

const visits: Array<Visit> = []
for (const errand of errands) visits.push(await watch(world, errand.url, () => send(errand)))
process.stdout.write(JSON.stringify(visits), () => process.exit(0))
