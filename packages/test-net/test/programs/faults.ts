/**
 * Fetches every fault of the input (all by default) by the real layers in a separate process, and inspects both sides
 * afterwards.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { Faults, World } from "../../src/index.ts"
import { packedProgram } from "../../../cli/test/support/packed.ts"
import type { Errand, Outcome } from "./visitor.ts"

/** The outcome of a fault. */
export interface Row extends Outcome {
  readonly name: string
  /** Connections still open at the sites after the client has reported its result. */
  readonly open: number
  /** Bytes that the site sent. */
  readonly sent: number
}

/** The outcome of all of them. */
export interface Report {
  readonly rows: ReadonlyArray<Row>
  /** How the client ended when it had nothing to do, and how soon. */
  readonly exit: { readonly code: number | null; readonly ms: number }
}

/** The program's input. */
export interface Input {
  /** The deadline of a fetch that ends by it. */
  readonly fetchTimeout: `${number} s`
  /** The deadline of a fetch that ends otherwise; the same by default. */
  readonly otherTimeout?: `${number} s`
  readonly names?: ReadonlyArray<string>
}

const input: Input = JSON.parse(await text(process.stdin))
const { fetchTimeout, names, otherTimeout = fetchTimeout } = input
const world = await World.start(Faults.zone)
const sites = await Faults.start()

// The resolver's timeout for a name server is longer than the deadline of a fetch, so that the deadline shows.
const env = { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, RES_OPTIONS: "timeout:4 attempts:1" }
const client = fork(packedProgram("visitor"), { env })

const send = async (errand: Errand): Promise<Outcome> => {
  const reply = once(client, "message")
  client.send(errand)
  const [outcome] = await reply
  return outcome
}

await send({ url: "http://public.test/", fetchTimeout: otherTimeout, mayKeepResources: true })
const rows: Array<Row> = []
sites.sent()
for (const { expected, mayKeepResources, name, url } of Faults.all) {
  if (names !== undefined && !names.includes(name)) continue
  const timeout = expected["error"] === "timeout" ? fetchTimeout : otherTimeout
  const outcome = await send({ url, fetchTimeout: timeout, mayKeepResources })
  for (let waited = 0; sites.open() > 0 && waited < 30_000; waited += 20) await setTimeout(20)
  rows.push({ name, ...outcome, open: sites.open(), sent: sites.sent() })
}
const ended = once(client, "exit")
const start = performance.now()
client.disconnect()
const [code] = await Promise.race([ended, setTimeout(60_000, [null])])
const report: Report = { rows, exit: { code, ms: Math.round(performance.now() - start) } }
process.stdout.write(JSON.stringify(report), () => process.exit(0))
