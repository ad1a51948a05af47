/** Fetches every fault by the real layers in separate processes, and inspects both sides afterwards. */
import { type ChildProcess, fork } from "node:child_process"
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
  /** How the clients ended when they had nothing to do, and how soon the last one. */
  readonly exit: { readonly codes: ReadonlyArray<number | null>; readonly ms: number }
}

/** The program's input. */
export interface Input {
  /** The deadline of a fetch that ends by it. */
  readonly fetchTimeout: `${number} s`
  /** The deadline of a fetch that ends otherwise; the same by default. */
  readonly otherTimeout?: `${number} s`
  /**
   * The names of faults that are fetched together, of each client in order; by default one client fetches all, one
   * after the other. Only one client may meet the misbehaving sites, whose connections are counted.
   */
  readonly clients?: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>
}

const input: Input = JSON.parse(await text(process.stdin))
const { clients = [Faults.all.map(({ name }) => [name])], fetchTimeout, otherTimeout = fetchTimeout } = input
const world = await World.start(Faults.zone)
const sites = await Faults.start()

// The resolver's timeout for a name server is longer than the deadline of a fetch, so that the deadline shows.
const env = { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, RES_OPTIONS: "timeout:8 attempts:1" }

const send = async (client: ChildProcess, errands: ReadonlyArray<Errand>): Promise<ReadonlyArray<Outcome>> => {
  const reply = once(client, "message")
  client.send(errands)
  const [outcomes] = await reply
  return outcomes
}

const fetchTogether = async (client: ChildProcess, names: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const faults = Faults.all.filter(({ name }) => names.includes(name))
  const outcomes = await send(
    client,
    faults.map(({ expected, mayKeepResources, url }) => ({
      url,
      fetchTimeout: expected["error"] === "timeout" ? fetchTimeout : otherTimeout,
      mayKeepResources,
    })),
  )
  const meetsSites = faults.some(({ serve }) => serve !== undefined)
  const opened = (): number => (meetsSites ? sites.open() : 0)
  // clock: polls until the sites' connections are closed
  for (let waited = 0; opened() > 0 && waited < 60_000; waited += 20) await setTimeout(20)
  const [open, sent] = [opened(), meetsSites ? sites.sent() : 0]
  return faults.map(({ name }, at) => Object.assign(outcomes[at]!, { name, open, sent }))
}

const startClient = async (groups: ReadonlyArray<ReadonlyArray<string>>) => {
  const client = fork(packedProgram("visitor"), { env })
  await send(client, [{ url: "http://public.test/", fetchTimeout: otherTimeout, mayKeepResources: true }])
  const rows: Array<Row> = []
  for (const names of groups) rows.push(...(await fetchTogether(client, names)))
  return { client, rows }
}

const started = await Promise.all(clients.map(startClient))
const start = performance.now() // clock: told
const codes = await Promise.all(
  started.map(async ({ client }) => {
    const ended = once(client, "exit")
    client.disconnect()
    const [code] = await Promise.race([ended, setTimeout(60_000, [null])]) // clock: bounds a hang
    return code
  }),
)
const report: Report = {
  rows: started.flatMap(({ rows }) => rows),
  exit: { codes, ms: Math.round(performance.now() - start) }, // clock: told
}
process.stdout.write(JSON.stringify(report), () => process.exit(0))
