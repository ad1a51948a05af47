/** Runs the real command with a collector of spans on loopback, once for each row of the input, a process each. */
import { execFile } from "node:child_process"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { type Sites, World } from "../../src/index.ts"
import { packed } from "../../../cli/test/support/packed.ts"

/** Arguments of the command, and its environment besides the collector. */
export interface Row {
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

/** One request to the collector. */
export interface Export {
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** A run's output, and its requests to the collector and to the sites. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly exports: ReadonlyArray<Export>
  readonly seen: ReadonlyArray<Sites.SeenRequest>
  readonly intruders: ReadonlyArray<string>
}

const rows: ReadonlyArray<Row> = JSON.parse(await text(process.stdin))
const world = await World.start()

const exports: Array<Export> = []
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    exports.push({ path: request.url ?? "", headers: request.headers, body })
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
})
await new Promise<void>((done) => collector.listen(4318, "127.0.0.1", done))

const run = ({ args, env }: Row) =>
  new Promise<Pick<Ran, "code" | "stdout" | "stderr">>((done) => {
    const child = execFile(
      process.execPath,
      [packed, ...args],
      {
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: world.authority,
          OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
          ...env,
        },
        timeout: 300_000,
      },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    )
  })

const all: Array<Ran> = []
for (const row of rows) {
  const before = { exports: exports.length, seen: world.seen.length, intruders: world.intruders.length }
  const ran = await run(row)
  all.push({
    ...ran,
    exports: exports.slice(before.exports),
    seen: world.seen.slice(before.seen),
    intruders: world.intruders.slice(before.intruders),
  })
}
process.stdout.write(JSON.stringify(all), () => process.exit(0))
