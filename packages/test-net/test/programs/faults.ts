/**
 * Fetches every fault of the input (all, when it names none) by the real layers in a process of their
 * own, and looks at both sides afterwards.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { Faults, World } from "../../src/index.ts"
import { packedProgram } from "../packed.ts"
import type { Errand, Outcome } from "./visitor.ts"

/** What a fault came to. */
export interface Row extends Outcome {
  readonly name: string
  /** Connections still open at the sites a second after the client said it was done. */
  readonly open: number
  /** Bytes that the site sent. */
  readonly sent: number
}

/** What all of them came to. */
export interface Report {
  readonly rows: ReadonlyArray<Row>
  /** How the client ended once it had nothing to do, and how soon. */
  readonly exit: { readonly code: number | null; readonly ms: number }
}

const { fetchTimeout, names }: { readonly fetchTimeout: `${number} s`; readonly names?: ReadonlyArray<string> } =
  JSON.parse(await text(process.stdin))
const world = await World.start(Faults.zone)
const sites = await Faults.start()

// The system gives up on a name server after the deadline of a fetch, so that the deadline is what is seen.
const env = { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, RES_OPTIONS: "timeout:4 attempts:1" }
const client = fork(packedProgram("visitor"), { env })

const send = async (url: string, mayKeepResources: boolean): Promise<Outcome> => {
  const reply = once(client, "message")
  client.send({ url, fetchTimeout, mayKeepResources } satisfies Errand)
  const [outcome] = await reply
  return outcome
}

await send("http://public.test/", true)
const rows: Array<Row> = []
sites.sent()
for (const { mayKeepResources, name, url } of Faults.all) {
  if (names !== undefined && !names.includes(name)) continue
  const outcome = await send(url, mayKeepResources)
  for (let waited = 0; sites.open() > 0 && waited < 1_000; waited += 20) await setTimeout(20)
  rows.push({ name, ...outcome, open: sites.open(), sent: sites.sent() })
}
const ended = once(client, "exit")
const start = performance.now()
client.disconnect()
const [code] = await Promise.race([ended, setTimeout(20_000, [null])])
const report: Report = { rows, exit: { code, ms: Math.round(performance.now() - start) } }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
