/** Connects to every port of the private side by bare sockets, and prints each answer and the traps' records. */
import { connect } from "node:net"
import { PrivateSide, World } from "../../src/index.ts"

/** The answer of one port, and the records of the private side by then. */
export interface Knock {
  readonly door: string
  readonly answer: string
  readonly intruders: ReadonlyArray<string>
}

const world = await World.start()

const knock = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host)
    socket.on("error", reject)
    socket.on("data", (bytes) => {
      socket.destroy()
      resolve(bytes.toString("latin1"))
    })
    socket.write(port === 6379 ? "PING\r\n" : `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  })

const knocks: Array<Knock> = []
for (const host of PrivateSide.addresses)
  for (const port of PrivateSide.ports) {
    const before = world.intruders.length
    const answer = await knock(host, port)
    knocks.push({ door: `${host}:${port}`, answer, intruders: world.intruders.slice(before) })
  }
process.stdout.write(JSON.stringify(knocks), () => process.exit(0))
